import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { RowOf } from '../../backend/rows.ts'
import type { Entry } from '../../../domain/entry.ts'
import { emptyFilter, type EntryFilter } from '../../../domain/filter.ts'
import { instantFromMilliseconds as at, type EntryId, type PartnerId } from '../../../domain/ids.ts'
import { createQueries } from '../queries/queries.ts'
import { applyRows, scopeOf } from './apply-rows.ts'
import { createDatabase, databaseName, type ReplicaDatabase } from './database.ts'
import { fillEntryKeys } from './entry-keys.ts'

const apply = async <Table extends SyncedTable>(table: Table, rows: readonly RowOf<Table>[]) =>
  database.transaction('rw', scopeOf(database, table), async () => applyRows(database, table, rows))

const me = '00000000-0000-4000-8000-000000000001' as PartnerId
const partner = '00000000-0000-4000-8000-000000000002' as PartnerId
const count = 450
const completed: EntryFilter = { ...emptyFilter, completion: 'completed' }
const partners: EntryFilter = { ...emptyFilter, creator: 'partner' }

const idOf = (index: number) =>
  `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` as EntryId

const row = (index: number, more: Partial<Entry> = {}): Entry => ({
  id: idOf(index),
  userId: index % 100 === 0 ? partner : me,
  category: 'ideen',
  content: `Nummer ${index}`,
  completed: index % 150 === 0,
  completedAt: index % 150 === 0 ? at(index) : null,
  isPrivate: false,
  scheduledDate: null,
  createdAt: at(1000 + index),
  visibleSince: at(1000 + index),
  editVersion: 1,
  updatedAt: at(1000 + index),
  ...more,
})

let database: ReplicaDatabase

/** A copy of the version before: the same tables without the ones for filters. */
beforeEach(async () => {
  const old = new Dexie(databaseName(me))
  old.version(3).stores({
    entries: 'id, [createdAt+id], [category+createdAt+id], [userId+visibleSince]',
    progress: 'table',
    profiles: 'id',
    outbox: '++seq, aggregateId',
    drafts: 'key, form, order',
    inFlight: 'id',
  })
  await old.table('entries').bulkAdd(Array.from({ length: count }, (_, index) => row(index)))
  await old.table('profiles').bulkAdd([
    { id: me, name: 'Jonas', updatedAt: at(1) },
    { id: partner, name: 'Željka', updatedAt: at(1) },
  ])
  await putProgress(old, count)
  old.close()
  database = createDatabase(me)
})
afterEach(async () => database.delete())

const putProgress = async (copy: Dexie, newest: number) =>
  copy.table('progress').put({
    table: 'entries',
    cursor: { updatedAt: at(1000 + newest), id: idOf(newest) },
    backfillCursor: undefined,
  })

async function filled(): Promise<void> {
  const stop = fillEntryKeys(database, (cause) => {
    throw cause
  })
  await vi.waitFor(async () => {
    expect(await database.fillings.get('entryKeys')).toMatchObject({ complete: true })
    expect((await database.fillings.get('entryKeys'))?.after).toBeUndefined()
  })
  stop()
}

async function found(filter: EntryFilter): Promise<readonly string[]> {
  const page = await createQueries(database, me).entries({ filter, now: 0, limit: 50 })
  return page.entries.map(({ content }) => content)
}

/** Reads rows of entries that a filter has to look at. */
async function rowsRead(filter: EntryFilter): Promise<number> {
  let read = 0
  database.entries.hook('reading', (entry) => {
    read += 1
    return entry
  })
  await found(filter)
  return read
}

describe('the indexes of the filters', () => {
  it('answer like a look at every entry, before, amid and after their filling', async () => {
    const first = { done: await found(completed), hers: await found(partners) }
    expect(first.done).toEqual(['Nummer 300', 'Nummer 150', 'Nummer 0'])
    expect(first.hers).toHaveLength(5)
    // A tab that ends after the first of three transactions.
    const stop = fillEntryKeys(database, () => undefined)
    const stopAtOnce = () => stop()
    database.entryKeys.hook('creating', stopAtOnce)
    await vi.waitFor(async () => expect(await database.entryKeys.count()).toBeGreaterThan(0))
    database.entryKeys.hook('creating').unsubscribe(stopAtOnce)
    expect(await database.entryKeys.count()).toBeLessThan(count)
    expect(await found(completed)).toEqual(first.done)

    await filled()
    expect(await found(completed)).toEqual(first.done)
    expect(await found(partners)).toEqual(first.hers)
    expect(await rowsRead(completed)).toBe(3)
  })

  it('follow what is stored and removed after it', async () => {
    await filled()
    const newest = { updatedAt: at(9000) }
    await apply('entries', [row(150, { ...newest, completed: false })])
    await apply('entries', [row(7, { ...newest, completed: true })])
    await apply('removals', [
      {
        id: 'r',
        tableName: 'entries',
        rowId: idOf(300),
        kind: 'hidden',
        unseenVersion: null,
        updatedAt: at(9000),
      },
    ])
    expect(await found(completed)).toEqual(['Nummer 7', 'Nummer 0'])
    expect(await database.entryKeys.get(idOf(300))).toBeUndefined()
  })

  it('are mended where a tab with an older version of the app has read on', async () => {
    await filled()
    await database.entries.put(row(8, { completed: true, updatedAt: at(9000) }))
    await putProgress(database, 8000)
    expect(await found(completed)).not.toContain('Nummer 8')
    const stop = fillEntryKeys(database, () => undefined)
    await vi.waitFor(async () => expect(await found(completed)).toContain('Nummer 8'))
    stop()
  })
})
