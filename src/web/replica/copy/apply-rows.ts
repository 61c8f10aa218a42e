import type { Table } from 'dexie'

import type { RemovalRow, RowOf, SyncedTable } from '../../backend/rows.ts'
import type { Instant } from '../../../domain/ids.ts'
import type { ReplicaDatabase, Tombstone } from './database.ts'

type MirrorTable = Exclude<SyncedTable, 'removals'>
interface VersionedRow {
  readonly id: string
  readonly updatedAt: Instant
}

function tableOf(database: ReplicaDatabase, table: MirrorTable): Table<VersionedRow, string> {
  return database[table] as unknown as Table<VersionedRow, string>
}

/** The tables every function here writes; name them in the surrounding transaction. */
export function mirrorScope(database: ReplicaDatabase) {
  return [
    database.entries,
    database.reactions,
    database.profiles,
    database.quote_likes,
    database.custom_quotes,
    database.last_looks,
    database.tombstones,
    database.progress,
  ]
}

/**
 * Takes in rows of the server, by whatever way they came: a row counts only if it is newer than
 * the one held and than the row's removal, so the order of arrival does not matter.
 * Call it inside a transaction over `mirrorScope`.
 */
export async function applyRows<Table extends SyncedTable>(
  database: ReplicaDatabase,
  table: Table,
  rows: readonly RowOf<Table>[],
): Promise<void> {
  if (rows.length === 0) return
  if (isRemovals(table, rows)) return applyRemovals(database, rows)
  const mirror = table as MirrorTable
  const versioned = rows as readonly VersionedRow[]
  const [held, stones] = await Promise.all([
    tableOf(database, mirror).bulkGet(versioned.map((row) => row.id)),
    tombstonesOf(database, mirror, versioned),
  ])
  const newer = versioned.filter((row, index) => {
    const before = held[index]
    return (before === undefined || row.updatedAt > before.updatedAt) && !stones.covers(row)
  })
  // A removal that a newer row has overcome stays on record: it still stands against what is older.
  if (newer.length > 0) await tableOf(database, mirror).bulkPut(newer)
}

function isRemovals(table: SyncedTable, rows: readonly unknown[]): rows is readonly RemovalRow[] {
  return table === 'removals' && rows.length > 0
}

/** The removals that stand against these rows: their own, and for a reaction its entry's. */
async function tombstonesOf(
  database: ReplicaDatabase,
  table: MirrorTable,
  rows: readonly VersionedRow[],
) {
  const own = await database.tombstones.bulkGet(rows.map((row) => [table, row.id]))
  const times = new Map(own.map((stone) => [stone?.rowId, stone?.removedAt]))
  const entries = new Map<string, Instant>()
  if (table === 'reactions') {
    const ids = [...new Set(rows.map((row) => (row as RowOf<'reactions'>).entryId))]
    const stones = await database.tombstones.bulkGet(ids.map((id) => ['entries', id]))
    for (const stone of stones) if (stone !== undefined) entries.set(stone.rowId, stone.removedAt)
  }
  return {
    covers(row: VersionedRow): boolean {
      const removed = times.get(row.id)
      if (removed !== undefined && removed >= row.updatedAt) return true
      if (table !== 'reactions') return false
      const entryRemoved = entries.get((row as RowOf<'reactions'>).entryId)
      return entryRemoved !== undefined && entryRemoved >= row.updatedAt
    },
  }
}

async function applyRemovals(
  database: ReplicaDatabase,
  removals: readonly RemovalRow[],
): Promise<void> {
  for (const removal of removals)
    if (isMirrorTable(removal.tableName))
      await bury(database, {
        table: removal.tableName,
        rowId: removal.rowId,
        removedAt: removal.updatedAt,
      })
}

function isMirrorTable(name: string): name is MirrorTable {
  return ['entries', 'reactions', 'quote_likes', 'custom_quotes', 'profiles'].includes(name)
}

/**
 * Takes a row away for good as far as this device knows, unless it holds a newer one. An entry takes
 * along the reactions that are no newer than its removal, also where it has come back itself: what
 * was taken off a hidden entry leaves no removal for who could not see it, and what stayed on it
 * comes again with a newer version (D9). Call it inside a transaction over `mirrorScope`.
 */
export async function bury(database: ReplicaDatabase, stone: Tombstone): Promise<void> {
  const table = stone.table as MirrorTable
  const held = await tableOf(database, table).get(stone.rowId)
  const known = await database.tombstones.get([table, stone.rowId])
  if (known === undefined || known.removedAt < stone.removedAt) await database.tombstones.put(stone)
  if (held !== undefined && held.updatedAt <= stone.removedAt)
    await tableOf(database, table).delete(stone.rowId)
  if (table !== 'entries') return
  await database.reactions
    .where('entryId')
    .equals(stone.rowId)
    .and((reaction) => reaction.updatedAt <= stone.removedAt)
    .delete()
}

/** The removal time of a row whose id never comes back: a personal quote's. */
export const forEver = '9999-12-31T23:59:59.999999Z' as Instant

/**
 * A DELETE frame: the bare id with the commit time in milliseconds. It leaves no tombstone; the
 * removal of the same transaction does, and settles what the coarse time leaves open. Only the id
 * of a personal quote never comes back, so no time is needed to know what is older.
 */
export async function applyDeleteFrame(
  database: ReplicaDatabase,
  table: SyncedTable,
  id: string,
  at: Instant,
): Promise<void> {
  if (!isMirrorTable(table)) return
  if (table === 'custom_quotes') await bury(database, { table, rowId: id, removedAt: forEver })
  const held = await tableOf(database, table).get(id)
  if (held === undefined || held.updatedAt > at) return
  await tableOf(database, table).delete(id)
  if (table === 'entries') await database.reactions.where('entryId').equals(id).delete()
}
