import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { Cursor } from '../../../domain/table-schemas.ts'
import type { Calls } from '../../backend/calls.ts'
import type { PageRequest } from '../../backend/page.ts'
import { Superseded } from '../disk/write-changes.ts'
import type { StoredJournal } from '../memory/stored-rows.ts'
import { at, entryOn, idOf, journalRow } from '../memory/test-journal.ts'
import type { Store } from '../store/store.ts'
import { forgetTabs, openStore } from '../test-tabs.ts'
import { backfill, hasBackfill } from './backfill.ts'
import { progressOf, PullFailure, type Pull } from './reading.ts'

const key = (day: number): Cursor => ({ updatedAt: at(day), id: idOf(day) })

let store: Store
/** The days of the entries that the server has, newest first. */
let days: number[]
let requests: string[]
/** Called with each request before it is answered; answers with a failure where it says so. */
let onRequest: (table: SyncedTable, request: PageRequest) => Promise<'network' | void>

/** The tab, or another, has read a table's older rows down to this day; down to the oldest where it is undefined. */
const readDownTo = (day: number | undefined, table: SyncedTable = 'entries') =>
  store.change((rows) => {
    const backfillCursor = day === undefined ? undefined : key(day)
    rows.put('progress', { table, cursor: key(20), backfillCursor })
  })

beforeEach(async () => {
  store = await openStore()
  days = [9, 8, 7, 6, 5]
  requests = []
  onRequest = async () => undefined
  readDownTo(10)
  readDownTo(undefined, 'reactions')
})
afterEach(forgetTabs)

const calls: Partial<Calls> = {
  async readPage(table: SyncedTable, request: PageRequest) {
    requests.push(`${table} ${request.direction} ${request.from?.updatedAt.slice(8, 10)}`)
    if ((await onRequest(table, request)) === 'network') return { ok: false, code: 'network' }
    const older = days
      .filter((day) => table === 'entries' && at(day) < (request.from?.updatedAt ?? ''))
      .slice(0, request.limit)
    const rows = older.map((day) => entryOn(day))
    const [last] = older.slice(-1).map(key)
    const value = { rows, first: undefined, last, full: older.length === request.limit }
    return { ok: true, value: value as never }
  },
}
const pull = (known?: StoredJournal) =>
  ({ store, calls, pageSize: 2, journal: known, known }) as unknown as Pull
const fill = async (shouldYield: () => boolean = () => false) => backfill(pull(), shouldYield)
const cursor = () => progressOf(store).get('entries')?.backfillCursor
const held = () => [...store.memory.rows('entries').keys()]

describe('reading older pages', () => {
  it('goes on until the oldest row is there, and then asks for nothing more', async () => {
    expect(await fill()).toBe('done')
    expect(held()).toEqual([9, 8, 7, 6, 5].map(idOf))
    expect(cursor()).toBeUndefined()
    expect(hasBackfill(store)).toBe(false)
    // Days of January: day 10 is the 11th.
    expect(requests).toEqual(['entries older 11', 'entries older 09', 'entries older 07'])
    expect(progressOf(store).get('entries')?.cursor).toEqual(key(20))
    expect(await fill()).toBe('done')
    expect(requests).toHaveLength(3)
  })

  it('stops for what is wanted first, and goes on from there', async () => {
    let isWanted = false
    onRequest = async () => void (isWanted = true)
    expect(await fill(() => isWanted)).toBe('more')
    expect(held()).toEqual([9, 8].map(idOf))
    expect(cursor()).toEqual(key(8))
    expect(await fill()).toBe('done')
    expect(held()).toHaveLength(5)
  })

  it('counts a page only while no other tab has gone on meanwhile', async () => {
    // Another tab has read further than this page while it was on its way.
    onRequest = async () => void readDownTo(6)
    expect(await fill()).toBe('more')
    expect(cursor()).toEqual(key(6))
    expect(held()).toEqual([9, 8].map(idOf))
  })

  it('stores nothing once another tab has begun to read everything again', async () => {
    store.change((rows) => rows.put('journal', journalRow({ copy: 'another' })))
    const known = journalRow({ copy: 'one' })
    await expect(backfill(pull(known), () => false)).rejects.toThrow(Superseded)
    expect(held()).toEqual([])
    expect(cursor()).toEqual(key(10))
  })

  it('that another tab has finished is not begun again', async () => {
    onRequest = async () => void readDownTo(undefined)
    expect(await fill()).toBe('done')
    expect(cursor()).toBeUndefined()
  })

  it('that is to begin again takes no page for the end', async () => {
    onRequest = async () => void store.change((rows) => rows.remove('progress', 'entries'))
    expect(await fill()).toBe('done')
    expect(progressOf(store).has('entries')).toBe(false)
  })

  it('keeps what it has when a page fails, and tries that one again', async () => {
    onRequest = async (_, { from }) => (from?.updatedAt === at(8) ? 'network' : undefined)
    await expect(fill()).rejects.toThrow(PullFailure)
    expect(held()).toEqual([9, 8].map(idOf))
    expect(cursor()).toEqual(key(8))
    onRequest = async () => undefined
    expect(await fill()).toBe('done')
    expect(held()).toHaveLength(5)
  })

  it('reads tables side by side, and a failure of one ends the others after their page', async () => {
    readDownTo(10, 'reactions')
    onRequest = async (table) => {
      if (table === 'reactions') return 'network'
      // The failure comes before this page.
      return new Promise((resolve) => setImmediate(resolve))
    }
    await expect(fill()).rejects.toThrow(PullFailure)
    expect(requests).toEqual(['entries older 11', 'reactions older 11'])
    expect(held()).toEqual([9, 8].map(idOf))
    expect(progressOf(store).get('reactions')?.backfillCursor).toEqual(key(10))
    onRequest = async () => undefined
    expect(await fill()).toBe('done')
    expect(held()).toHaveLength(5)
  })
})
