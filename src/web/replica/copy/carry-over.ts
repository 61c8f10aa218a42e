import { liveQuery, type Table } from 'dexie'

import { syncedTables, type SyncedTable } from '../../../domain/journal-tables.ts'
import { isEqual } from './share-structure.ts'
import type { ReplicaDatabase } from './database.ts'

/** Rows by the name of their table. */
export type TableRows = ReadonlyMap<string, readonly unknown[]>

/** Whether a table's rows can be left behind, because the server has them and no screen waits for them. */
const isPulledAgain: Readonly<Record<SyncedTable, boolean>> = {
  profiles: false,
  entries: true,
  reactions: true,
  quote_likes: true,
  custom_quotes: true,
  memory_marks: true,
  last_looks: false,
  removals: true,
}
const pulledAgain = new Set<string>([
  ...syncedTables.filter((table) => isPulledAgain[table]),
  'tombstones',
  'progress',
  'entryKeys',
  'fillings',
])
/** Means something in one tab or one database only. */
const ofOneTab = new Set(['leases'])
/** Small tables that are carried over, and that hold nothing which the server does not have. */
const known = new Set(['journal', 'profiles', 'last_looks', 'knownIds', 'sentEdits'])

function belongingsOf(database: ReplicaDatabase): Table<unknown, string | number>[] {
  return database.tables.filter(({ name }) => !pulledAgain.has(name) && !ofOneTab.has(name))
}

/**
 * What this device alone has (outbox, deletions, refusals, drafts), and the few rows that every
 * screen needs. A table that is added later belongs to them.
 */
export async function readBelongings(database: ReplicaDatabase): Promise<TableRows> {
  const tables = belongingsOf(database)
  return database.transaction('r', tables, async () => readTables(tables))
}

/** What changes together, or often: each group is read anew for its own changes alone. */
const changing = [['outbox', 'inFlight', 'drafts'], ['last_looks']]

/** The same rows in groups that can be followed one by one. */
export function belongingGroups(database: ReplicaDatabase): readonly (() => Promise<TableRows>)[] {
  const tables = belongingsOf(database)
  const groups = changing.map((names) => tables.filter(({ name }) => names.includes(name)))
  const others = tables.filter((table) => !groups.flat().includes(table))
  return [...groups, others].map(
    (group) => async () => database.transaction('r', group, async () => readTables(group)),
  )
}

async function readTables(tables: readonly Table<unknown>[]): Promise<Map<string, unknown[]>> {
  const rows = await Promise.all(tables.map(async (table) => table.toArray()))
  return new Map(tables.map(({ name }, index) => [name, rows[index] ?? []]))
}

/** Up to so many entries and reactions are carried over whole; else only the newest entries. */
const wholeCopy = 4000
const newestEntries = 500

/**
 * Everything worth carrying over into another database, as it is at one moment. Of a large copy
 * these are the newest entries, without how far the tables have been read, so that they are pulled again.
 */
export async function readCopy(database: ReplicaDatabase): Promise<TableRows> {
  const { entries, reactions } = database
  const tables = database.tables.filter(({ name }) => !ofOneTab.has(name))
  return database.transaction('r', tables, async () => {
    const sizes = await Promise.all([entries.count(), reactions.count()])
    if (sizes[0] + sizes[1] <= wholeCopy) return readTables(tables)
    const newest = await entries
      .orderBy('[createdAt+id]')
      // oxlint-disable-next-line no-array-reverse -- a database query, no array
      .reverse()
      .limit(newestEntries)
      .toArray()
    const ids = newest.map((entry) => entry.id)
    const theirs = await reactions.where('entryId').anyOf(ids).toArray()
    const rows = await readTables([
      ...belongingsOf(database),
      database.table('quote_likes'),
      database.table('custom_quotes'),
    ])
    return rows.set('entries', newest).set('reactions', theirs)
  })
}

/** Stores rows that were read by `readCopy` or `readBelongings`. */
export async function writeCopy(database: ReplicaDatabase, rows: TableRows): Promise<void> {
  await database.transaction('rw', database.tables, async () => {
    for (const table of database.tables) await table.bulkPut([...(rows.get(table.name) ?? [])])
  })
}

/** Knows which of a memory copy's belongings also lie on the device. */
export interface Belongings {
  /** True while something a person made exists in memory alone. */
  wouldLose(): boolean
  /** The device has lost its copy: everything exists in memory alone now. */
  deviceIsEmpty(): void
  stop(): void
}

/**
 * Follows the belongings of a memory copy. What was carried over and is finished (sent, shown,
 * cleared) is deleted from the device too, as far as that is possible, so that the next start
 * neither sends nor offers it again.
 *
 * @param carried what was carried over and still is on the device
 */
export function watchBelongings(
  memory: ReplicaDatabase,
  device: ReplicaDatabase,
  carried: TableRows,
): Belongings {
  const onDevice = new Map<string, unknown>()
  for (const table of belongingsOf(memory)) {
    const { name } = table
    for (const row of carried.get(name) ?? []) onDevice.set(`${name} ${keyOf(table, row)}`, row)
    table.hook('deleting', (key: string | number, row, transaction) => {
      if (!onDevice.has(`${name} ${keyOf(table, row)}`)) return
      transaction.on('complete', () => {
        // Where even this fails, the ids made here keep it from being stored twice.
        device
          .table(name)
          .delete(key)
          .catch(() => undefined)
      })
    })
  }
  let rows: TableRows = new Map()
  const subscription = liveQuery(async () => readBelongings(memory)).subscribe({
    next: (read) => {
      rows = read
    },
    error: () => undefined,
  })
  return {
    wouldLose: () =>
      belongingsOf(memory).some(
        (table) =>
          !known.has(table.name) &&
          (rows.get(table.name) ?? []).some(
            (row) => !isEqual(onDevice.get(`${table.name} ${keyOf(table, row)}`), row),
          ),
      ),
    deviceIsEmpty: () => onDevice.clear(),
    stop: () => subscription.unsubscribe(),
  }
}

/**
 * Adds what a person has made in a memory copy to what the device holds, all or nothing. Where
 * rows are numbered in their order of coming, these come last.
 */
export async function addBelongings(device: ReplicaDatabase, rows: TableRows): Promise<void> {
  const tables = belongingsOf(device).filter(({ name }) => !known.has(name))
  await device.transaction('rw', tables, async () => {
    for (const table of tables) {
      const added = [...(rows.get(table.name) ?? [])]
      const { auto, keyPath } = table.schema.primKey
      if (auto) await table.bulkAdd(added.map((row) => without(row, String(keyPath))))
      else await table.bulkPut(added)
    }
  })
}

function without(row: unknown, key: string): unknown {
  const { [key]: _, ...rest } = row as Record<string, unknown>
  return rest
}

function keyOf(table: Table<unknown>, row: unknown): string {
  const { keyPath } = table.schema.primKey
  return JSON.stringify((row as Record<string, unknown>)[String(keyPath)])
}
