import type { SiteStorage } from '../browser/site-storage.ts'
import { createTestTimers } from '../browser/test-timers.ts'
import { deleteCopy } from './test-faults.ts'
import { Drafts } from './drafts/drafts.ts'
import type { TabLiveness } from './drafts/tab-liveness.ts'
import { DraftMirror } from './drafts/draft-mirror.ts'
import { Journal } from './journal.ts'
import { entriesIn, me, note } from './memory/test-journal.ts'
import type { DraftForm } from './mutations/draft-form.ts'
import { Pictures } from './pictures/pictures.ts'
import { forgetUnstored, Store } from './store/store.ts'

export { me, note }

/** A tab's life, counted in writes to the disk; none after the last one reaches it, or ends. */
export interface Life {
  writes: number
  end: number
}

const openStores: Store[] = []
const openTabs = new Set<string>()

const stored = new Map<string, string>()

/** The storage that the tabs of this device share beside the copy. */
export const siteStorage: SiteStorage = {
  getItem: (key) => stored.get(key) ?? null,
  setItem: (key, value) => void stored.set(key, value),
  removeItem: (key) => void stored.delete(key),
}

export interface StoreSettings {
  readonly life?: Life | undefined
  readonly openTimeoutMs?: number | undefined
  readonly onSignedOut?: () => void
  readonly now?: () => number
  /** Called between the first reading and that of the rest. */
  readonly onFirstRead?: () => void
}

/** Opens the copy as a page does, and reads all of it. */
export async function openStore(settings: StoreSettings = {}): Promise<Store> {
  const store = createStore(settings)
  await store.open()
  settings.onFirstRead?.()
  if (!store.memory.state().isWhole) await store.readRest()
  return store
}

/** A store that is still to be opened. */
export function createStore({
  life,
  openTimeoutMs = 60_000,
  onSignedOut = () => undefined,
  now = () => 1_000_000,
}: StoreSettings = {}): Store {
  const store = new Store({ person: me, now, openTimeoutMs, onSignedOut })
  if (life !== undefined) endAt(store, life)
  openStores.push(store)
  return store
}

function endAt({ disk }: Store, life: Life): void {
  const write = disk.write.bind(disk)
  disk.write = async (...input) => {
    if (life.writes >= life.end) return new Promise(() => undefined)
    life.writes += 1
    return write(...input)
  }
}

/** A tab on the one copy of a device; it is open until it crashes or seems to be gone. */
export async function openTab(tab: string, life?: Life, settings: StoreSettings = {}) {
  const store = await openStore({ life, ...settings })
  openTabs.add(tab)
  const liveness: TabLiveness = {
    show: async () => undefined,
    isOpen: async (other) => openTabs.has(other),
    stop: () => undefined,
  }
  const timers = createTestTimers()
  const mirror = new DraftMirror(me, siteStorage)
  const drafts = new Drafts({ store, tab, liveness, mirror })
  const { now = () => timers.now() } = settings
  const clock = { lastAnswer: () => undefined }
  const readPicture = async () => ({ ok: false, code: 'network' }) as const
  const unstoredTexts = () => mirror.texts()
  const pictures = new Pictures({ store, calls: { readPicture }, now, unstoredTexts })
  const context = { store, tab, now, clock, pictures, tryAgain: () => undefined }
  const journal = new Journal(context, drafts)
  /** It lives on, but has not answered the others for too long. */
  const seemGone = () => openTabs.delete(tab)
  /** Nothing of it reaches the disk or another tab any more. */
  const crash = () => {
    store.disk.write = async () => new Promise(() => undefined)
    seemGone()
  }
  return { store, journal, drafts, mirror, crash, seemGone }
}

/** Closes every tab and deletes the copy. */
export async function forgetTabs(): Promise<void> {
  for (const store of openStores.splice(0)) store.close()
  forgetUnstored(me)
  openTabs.clear()
  stored.clear()
  await deleteCopy()
}

/** Opens a form in which this is typed. */
export function type(drafts: Drafts, text: string, form: DraftForm = 'new-entry') {
  const draft = drafts.begin(form)
  draft.write(text)
  return draft
}

/** The same, once the text is stored. */
export async function typeAndStore(drafts: Drafts, text: string, form?: DraftForm) {
  const draft = type(drafts, text, form)
  await draft.stored()
  return draft
}

/** The draft that the next form finds as it opens; undefined for nothing. */
export async function left(drafts: Drafts, form: DraftForm = 'new-entry'): Promise<unknown> {
  return (await drafts.takeOldest(form, (value) => value))?.value
}

/** Everything that is left for a form, in the order in which it is offered. */
export async function allLeft(drafts: Drafts, form?: DraftForm) {
  const found: unknown[] = []
  for (let value = await left(drafts, form); value !== undefined; value = await left(drafts, form))
    found.push(value)
  return found
}

/** The draft that is left for a new entry, in a form that goes on with it. */
export async function adopt(drafts: Drafts) {
  const found = await drafts.takeOldest('new-entry', (value) => value)
  if (found === undefined) throw new Error('nothing was left')
  return found.draft
}

/** The mutations that wait to be sent in a store, in the order of sending. */
export function waiting({ memory }: Store) {
  return memory.state().queue.map(({ mutation }) => mutation)
}

/** The drafts that a store knows. */
export function draftsIn({ memory }: Store) {
  return [...memory.rows('drafts').values()]
}

/** The texts of the entries shown, in no order that matters. */
export function textsIn({ memory }: Store): readonly string[] {
  return entriesIn(memory)
    .map(({ content }) => content)
    .toSorted()
}
