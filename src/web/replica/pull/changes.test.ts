import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EntryId } from '../../../domain/ids.ts'
import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { Cursor } from '../../../domain/table-schemas.ts'
import type { Calls } from '../../backend/calls.ts'
import type { Page, PageRequest } from '../../backend/page.ts'
import type { Progress } from '../memory/stored-rows.ts'
import { at, entryOn, idOf, removalOf } from '../memory/test-journal.ts'
import type { Store } from '../store/store.ts'
import { forgetTabs, openStore } from '../test-tabs.ts'
import { pullChanges, serverRolledBack } from './changes.ts'
import { progressOf, PullFailure, type Pull } from './reading.ts'

const minute = 1 / (24 * 60)
const key = (day: number, id: EntryId = idOf(day)): Cursor => ({ updatedAt: at(day), id })

let store: Store
/** The pages that the server gives next, by table; empty ones after them. */
let pages: Map<SyncedTable, (Partial<Page<SyncedTable>> | 'network')[]>
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
    if (page === 'network') return { ok: false, code: 'network' }
    const none = { rows: [], first: undefined, last: undefined, full: false }
    return { ok: true, value: { ...none, ...page } as never }
  },
}
const pull = () =>
  ({ store, calls, pageSize: 2, journal: undefined, known: undefined }) as unknown as Pull
const changes = async (...tables: readonly SyncedTable[]) =>
  pullChanges(pull(), tables, progressOf(store))
const cursorOf = (table: SyncedTable) => progressOf(store).get(table)?.cursor
const entriesPage = (full: boolean, ...days: readonly number[]) => ({
  rows: days.map((day) => entryOn(day)),
  last: days.length === 0 ? undefined : key(days.at(-1) ?? 0),
  full,
})

describe('a pull of what changed', () => {
  it('reads the last minute before its cursor again, from the first id of that time on', async () => {
    await changes('entries')
    expect(requests).toMatchObject([
      {
        table: 'entries',
        direction: 'newer',
        limit: 2,
        from: { updatedAt: at(10 - minute), id: '00000000-0000-0000-0000-000000000000' },
      },
      { table: 'removals', from: { updatedAt: at(10 - minute) } },
    ])
  })

  it('reads from the edge a table that was never read', async () => {
    await changes('replies')
    expect(requests[0]).toEqual({ table: 'replies', direction: 'newer', limit: 2 })
  })

  it('goes on from the last key of each full page, and stores every page', async () => {
    pages.set('entries', [
      entriesPage(true, 11, 12),
      entriesPage(true, 13, 14),
      entriesPage(false, 15),
    ])
    expect(await changes('entries')).toEqual([key(15), undefined])
    const asked = requests.filter(({ table }) => table === 'entries').map(({ from }) => from)
    expect(asked.slice(1)).toEqual([key(12), key(14)])
    expect([...store.memory.rows('entries').keys()]).toEqual([11, 12, 13, 14, 15].map(idOf))
    expect(cursorOf('entries')).toEqual(key(15))
  })

  it('moves a cursor forward alone', async () => {
    pages.set('entries', [entriesPage(false, 9)])
    expect(await changes('entries')).toEqual([key(9), undefined])
    expect(cursorOf('entries')).toEqual(key(10))
    const later = 'ffffffff-0000-4000-8000-000000000000' as EntryId
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

  it('is one whose newest row of all tables is older than any of them', () => {
    expect(serverRolledBack([key(9), key(10), undefined], seen)).toBe(true)
    expect(serverRolledBack([key(9), undefined], seen)).toBe(true)
  })

  it('is none that has a row as new as the newest one seen, in any table', () => {
    expect(serverRolledBack([key(9), key(11)], seen)).toBe(false)
    expect(serverRolledBack([key(12), key(1)], seen)).toBe(false)
  })

  it('is none that shows nothing at all: rights are missing just now', () => {
    expect(serverRolledBack([undefined, undefined], seen)).toBe(false)
  })
})
