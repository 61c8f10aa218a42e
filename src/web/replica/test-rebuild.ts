import { afterEach, beforeEach, vi } from 'vitest'
import type { Entry } from '../../domain/entry.ts'
import type { Instant } from '../../domain/ids.ts'
import { syncedTables } from '../../domain/journal-tables.ts'
import type { Reply } from '../../domain/table-schemas.ts'
import type { StoredJournal } from './memory/stored-rows.ts'
import { at, entryOn, idOf, me, journalRow, replyTo as replyOf } from './memory/test-journal.ts'
import { lostItemsOf } from './questions/lost.ts'
import { forgetTabs, openStore } from './test-tabs.ts'
import { applyRows } from './store/apply-rows.ts'
import { addLostRows, keepOwnRows } from './store/lost-rows.ts'
import { clearMirror, versionsHeld } from './store/rebuild.ts'
import type { Store } from './store/store.ts'

/** Ten days after the newest row of these tests. */
export const now = Date.UTC(2026, 0, 31)

export let store: Store

/** Each test of the file begins with a copy that holds all of an empty journal. */
export function withFilledCopy(): void {
  beforeEach(async () => {
    store = await openStore({ now: () => now })
    store.change((rows) => {
      const names = { copy: 'a', rebuilt: 'a' }
      rows.put('journal', journalRow({ timeZone: 'UTC', ...names }))
      for (const table of syncedTables)
        rows.put('progress', { table, cursor: undefined, backfillCursor: undefined })
    })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await forgetTabs()
  })
}

/** Opens the page again. */
export async function reopen(): Promise<void> {
  store = await openStore({ now: () => now })
}

export const mine = (day: number, changes: Partial<Entry> = {}) =>
  entryOn(day, { userId: me, ...changes })
export const replyTo = (day: number, changes: Partial<Reply> = {}) =>
  replyOf(day, { userId: me, ...changes })

/** The steps of a pull from a server that was put back: it keeps, clears and brings the first pages. */
export async function rebuild(
  server: readonly Entry[],
  { restoredTo, isFilled = true }: { restoredTo?: Instant; isFilled?: boolean } = {},
): Promise<void> {
  await store.change((rows) => {
    rows.put('journal', { ...journalIn(store), copy: 'b' })
    keepOwnRows(rows, restoredTo)
  }).stored
  const outdated = versionsHeld(store.memory)
  store.change((rows) => {
    clearMirror(rows, outdated)
    applyRows(rows, 'entries', server)
    const cursor = { updatedAt: at(0), id: idOf(0) }
    const backfillCursor = isFilled ? undefined : cursor
    rows.put('progress', { table: 'entries', cursor, backfillCursor })
    rows.put('journal', { ...journalIn(store), copy: 'c', rebuilt: 'c' })
  })
}

export const journalIn = ({ memory }: Store) =>
  memory.rows('journal').get('journal') as StoredJournal
export const hold = (...entries: readonly Entry[]) =>
  store.change((rows) => applyRows(rows, 'entries', entries))
export const retained = () => [...store.memory.rows('lostRows').keys()].toSorted()
export const items = ({ memory } = store) =>
  lostItemsOf(memory.state(), memory.shown, now)
    .map(({ kind, text, state }) => `${kind} ${text} ${state}`)
    .toSorted()
export const add = (...keys: readonly string[]) =>
  store.change((rows) => addLostRows(rows, new Set(keys.length > 0 ? keys : retained()), now))
