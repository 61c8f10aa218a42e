import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EntryId } from '../../../domain/ids.ts'
import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { Cursor } from '../../../domain/table-schemas.ts'
import type { Calls } from '../../backend/calls.ts'
import type { Page, PageRequest } from '../../backend/page.ts'
import { Superseded } from '../disk/write-changes.ts'
import type { Progress } from '../memory/stored-rows.ts'
import { at, entryOn, idOf, journalRow, removalOf } from '../memory/test-journal.ts'
import type { Store } from '../store/store.ts'
import { forgetTabs, openStore } from '../test-tabs.ts'
import { pullChanges, serverRolledBack } from './changes.ts'
import { progressOf, PullFailure, type Pull } from './reading.ts'

const minute = 1 / (24 * 60)
const key = (day: number, id: EntryId = idOf(day)): Cursor => ({ updatedAt: at(day), id })

/** Of a table that was empty. */
const none = { cursor: undefined, backfillCursor: undefined }

let store: Store
/** The pages that the server gives next, by table; empty ones after them. */
let pages: Map<SyncedTable, (Partial<Page<SyncedTable>> | 'network' | 'unsupported')[]>
let requests: (PageRequest & { readonly table: SyncedTable })[]

beforeEach(async () => {
  store = await openStore()
  pages = new Map()
  requests = []
  store.change((rows) => {
    for (const table of ['entries', 'reactions', 'removals'] as const)
      rows.put('progress', { table, cursor: key(10), backfillCursor: undefined })
  })
})
afterEach(forgetTabs)

const calls: Partial<Calls> = {
  async readPage(table: SyncedTable, request: PageRequest) {
    requests.push({ table, ...request })
    const page = pages.get(table)?.shift() ?? {}
    if (typeof page === 'string') return { ok: false, code: page }
    const empty = { rows: [], first: undefined, last: undefined, full: false }
    return { ok: true, value: { ...empty, ...page } as never }
  },
}
const pull = () =>
  ({ store, calls, pageSize: 2, journal: undefined, known: undefined }) as unknown as Pull
const changes = async (...tables: readonly SyncedTable[]) =>
  pullChanges(pull(), tables, progressOf(store))
const cursorOf = (table: SyncedTable) => progressOf(store).get(table)?.cursor
const entriesPage = (full: boolean, ...days: readonly number[]) => ({
  rows: days.map((day) => entryOn(day)),
  last: key(days.at(-1) ?? 0),
  full,
})

describe('a pull of what changed', () => {
  it('reads the last minute before its cursor again, from the first id of that time on', async () => {
    await changes('entries')
    const from = { updatedAt: at(10 - minute), id: '00000000-0000-0000-0000-000000000000' }
    expect(requests).toMatchObject([
      { table: 'entries', direction: 'newer', limit: 2, from },
      { table: 'removals', from },
    ])
  })

  it('reads from the edge a table that was never read', async () => {
    pages.set('replies', [{ rows: [], last: key(3), full: false }])
    expect(await changes('replies')).toEqual([key(3), undefined])
    expect(requests[0]).toEqual({ table: 'replies', direction: 'newer', limit: 2 })
    // One that was empty has a place as soon as it has a row.
    store.change((rows) => rows.put('progress', { ...none, table: 'replies' }))
    pages.set('replies', [{ rows: [], last: key(3), full: false }])
    await changes('replies')
    expect(cursorOf('replies')).toEqual(key(3))
  })

  it('goes on from the last key of each full page, and stores every page', async () => {
    const full = [entriesPage(true, 11, 12), entriesPage(true, 13, 14)]
    pages.set('entries', [...full, entriesPage(false, 15)])
    expect(await changes('entries')).toEqual([key(15), undefined])
    const asked = requests.filter(({ table }) => table === 'entries').map(({ from }) => from)
    expect(asked.slice(1)).toEqual([key(12), key(14)])
    expect([...store.memory.rows('entries').keys()]).toEqual([11, 12, 13, 14, 15].map(idOf))
    expect(cursorOf('entries')).toEqual(key(15))
  })

  it('moves a cursor forward alone', async () => {
    const later = 'ffffffff-0000-4000-8000-000000000000' as EntryId
    for (const last of [key(9), key(9, later), key(10, idOf(9))]) {
      pages.set('entries', [{ rows: [], last, full: false }])
      expect(await changes('entries')).toEqual([last, undefined])
      expect(cursorOf('entries')).toEqual(key(10))
    }
    pages.set('entries', [{ rows: [], last: key(10, later), full: false }])
    await changes('entries')
    expect(cursorOf('entries')).toEqual(key(10, later))
  })

  it('reads removals last: what vanishes between two reads is known to be gone', async () => {
    pages.set('entries', [entriesPage(false, 11)])
    pages.set('removals', [{ rows: [removalOf(11, 12)], last: key(12), full: false }])
    expect(await changes('removals', 'entries', 'reactions')).toEqual([key(11), undefined, key(12)])
    expect(requests.at(-1)?.table).toBe('removals')
    expect(store.memory.rows('entries').size).toBe(0)
    expect(cursorOf('removals')).toEqual(key(12))
  })

  it('notes that a server knows no photos, and that it knows them; nothing where nothing is new', async () => {
    const known: Progress = { table: 'photos', cursor: key(10), backfillCursor: undefined }
    store.change((rows) => rows.put('progress', known))
    pages.set('photos', ['unsupported', 'unsupported'])
    await changes('photos')
    const noted = progressOf(store).get('photos')
    expect(noted).toStrictEqual({ ...known, isMissing: true })
    await changes('photos')
    expect(progressOf(store).get('photos')).toBe(noted)
    await changes('photos')
    expect(progressOf(store).get('photos')).toStrictEqual(known)
    const { entries, ...others } = Object.fromEntries(progressOf(store))
    await changes('entries', 'photos')
    expect(progressOf(store).get('entries')).toBe(entries)
    expect(Object.fromEntries(progressOf(store))).toEqual({ entries, ...others })
  })

  it('stores nothing once another tab has begun to read everything again', async () => {
    store.change((rows) => rows.put('journal', journalRow({ copy: 'another' })))
    const known = journalRow({ copy: 'one' })
    for (const [table, page] of [
      ['entries', entriesPage(false, 11)],
      ['photos', 'unsupported'],
    ] as const) {
      pages.set(table, [page])
      store.change((rows) => rows.put('progress', { ...none, table }))
      const before = progressOf(store).get(table)
      const reading = pullChanges({ ...pull(), known }, [table], progressOf(store))
      await expect(reading).rejects.toThrow(Superseded)
      expect(progressOf(store).get(table)).toBe(before)
    }
    expect(store.memory.rows('entries').size).toBe(0)
  })

  it('keeps what it has stored when a later page fails, and is not done', async () => {
    pages.set('entries', [entriesPage(true, 11, 12), 'network'])
    await expect(changes('entries')).rejects.toThrow(PullFailure)
    expect(cursorOf('entries')).toEqual(key(12))
    expect(store.memory.rows('entries').size).toBe(2)
  })
})

describe('a server that is behind what was seen', () => {
  const seen = new Map<SyncedTable, Progress>(
    (['entries', 'reactions'] as const).map((table, index) => [
      table,
      { table, cursor: key(10 + index), backfillCursor: undefined },
    ]),
  )

  it.each([
    ['is one whose newest row of all tables is older than any of them', true, [9, 10, undefined]],
    ['is one whose only row is older than any of them', true, [9, undefined]],
    ['is none that has a row as new as the newest one seen', false, [9, 11]],
    ['is none that has a row as new as the newest one seen, in any table', false, [12, 1]],
    ['is none that shows nothing: rights are missing just now', false, [undefined, undefined]],
  ])('%s', (_, isBehind, days) => {
    const newest = days.map((day) => (day === undefined ? undefined : key(day)))
    expect(serverRolledBack(newest, seen)).toBe(isBehind)
  })
})
