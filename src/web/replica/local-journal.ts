import type { PartnerId } from '../../domain/ids.ts'
import { localSiteStorage } from '../browser/site-storage.ts'
import type { Timers } from '../browser/timers.ts'
import type { ReplicaDatabase } from './copy/database.ts'
import { TabDrafts } from './copy/drafts.ts'
import { withStorageErrors } from './copy/storage-error.ts'
import { createTabPresence } from './copy/tab-presence.ts'
import { UnstoredDrafts } from './copy/unstored-drafts.ts'
import { createJournalWrites } from './journal-writes.ts'
import type { Journal } from './journal.ts'
import { knowsEntry } from './outbox/held-rows.ts'
import type { WriteContext } from './outbox/write.ts'
import { createQueries } from './queries/queries.ts'

export interface LocalJournalOptions {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  readonly tab: string
  readonly timers: Timers
  /** This tab's sender, which each write rings; `undefined` while the copy is opening. */
  readonly sender: WriteContext['sender']
  /** Has screens wait for the answer to a write; undefined where none do. */
  readonly answers?: WriteContext['answers']
}

/** The journal over an open copy; it never touches the network. */
export function createLocalJournal(options: LocalJournalOptions): Journal {
  const { database, me, tab, timers, sender, answers } = options
  const writes = createJournalWrites({ database, me, now: () => timers.now(), sender, answers })
  return {
    me,
    ...reportingStorageErrors(createQueries(database, me)),
    ...reportingStorageErrors(writes),
    async openSearch() {
      const { Search } = await import('./search/search.ts')
      return new Search({ database, me, now: () => timers.now() })
    },
    knowsEntry: async (id) => withStorageErrors(async () => knowsEntry(database, id)),
    acknowledge: async (refusalId) => withStorageErrors(() => database.refusals.delete(refusalId)),
    drafts: new TabDrafts({
      run: async (work) => work(database),
      tab,
      presence: createTabPresence(database.name, tab, timers),
      unstored: new UnstoredDrafts(me, localSiteStorage),
    }),
  }
}

type Methods = Record<string, (...input: never[]) => Promise<unknown>>

/** The same methods, rejecting with `StorageError` where the device's storage fails. */
function reportingStorageErrors<Group extends object>(group: Group): Group {
  const entries = Object.entries(group as Methods).map(([name, method]) => [
    name,
    async (...input: never[]) => withStorageErrors(async () => method(...input)),
  ])
  return Object.fromEntries(entries) as Group
}
