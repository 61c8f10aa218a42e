import { Dexie } from 'dexie'

import type { EntryEdit } from '../../domain/entry.ts'
import type { PartnerId } from '../../domain/ids.ts'
import { createDatabase, databaseName, type ReplicaDatabase } from './copy/database.ts'
import { TabDrafts } from './copy/drafts.ts'
import type { Drafts } from './copy/form-draft.ts'
import type { DraftForm } from './mutations/draft-form.ts'
import { createLocalJournal } from './local-journal.ts'
import type { TabPresence } from './copy/tab-presence.ts'
import { UnstoredDrafts } from './copy/unstored-drafts.ts'
import type { SiteStorage } from '../browser/site-storage.ts'
import { createTestTimers } from '../browser/test-timers.ts'

export const me = '00000000-0000-4000-8000-000000000001' as PartnerId

export const note = (content: string): EntryEdit => ({
  category: 'gedanken',
  content,
  isPrivate: false,
  scheduledDate: null,
})

/** A tab's life, counted in writing transactions; it dies when none is left. */
export interface Life {
  writes: number
  end: number
}

let databases: ReplicaDatabase[] = []
const openTabs = new Set<string>()

const stored = new Map<string, string>()

/** What the tabs of this device share beside the copy. */
export const siteStorage: SiteStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => void stored.set(key, value),
  removeItem: (key) => void stored.delete(key),
}

/** A tab on the one copy of a device; it is open until it crashes or seems to be gone. */
export async function openTab(tab: string, life?: Life) {
  const database = createDatabase(me)
  if (life !== undefined) endAt(database, life)
  databases.push(database)
  await database.open()
  openTabs.add(tab)
  const presence: TabPresence = {
    show: async () => undefined,
    isOpen: async (other) => openTabs.has(other),
    stop: () => undefined,
  }
  const journal = createLocalJournal({
    database,
    me,
    tab,
    timers: createTestTimers(),
    sender: () => undefined,
  })
  const unstored = new UnstoredDrafts(me, siteStorage)
  const drafts = new TabDrafts({ run: async (work) => work(database), tab, presence, unstored })
  /** It lives on, but has not answered the others for too long. */
  const seemGone = () => openTabs.delete(tab)
  const crash = () => {
    database.close()
    seemGone()
  }
  return { database, journal, drafts, unstored, crash, seemGone }
}

function endAt(database: ReplicaDatabase, life: Life): void {
  database.use({
    stack: 'dbcore',
    name: 'life',
    create: (core) => ({
      ...core,
      transaction(stores, mode, options) {
        if (mode === 'readwrite' && life.writes >= life.end)
          throw new DOMException('dead', 'UnknownError')
        if (mode === 'readwrite') life.writes += 1
        return core.transaction(stores, mode, options)
      },
    }),
  })
}

/** Closes every tab and deletes the copy. */
export async function forgetTabs(): Promise<void> {
  for (const database of databases) database.close()
  databases = []
  openTabs.clear()
  stored.clear()
  await Dexie.delete(databaseName(me))
}

/** What the next form that opens finds; undefined for nothing. */
export async function left(drafts: Drafts, form: DraftForm = 'new-entry'): Promise<unknown> {
  return (await drafts.takeOldest(form, (value) => value))?.value
}
