import { Dexie, type Table } from 'dexie'

import { syncedTables, type SyncedTable } from '../../../domain/journal-tables.ts'
import type { RemovalRow, RowOf } from '../../backend/rows.ts'
import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, Instant } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from './database.ts'
import { entryKeysScope, putEntryKeys } from './entry-keys.ts'
import { sentEditsScope, settleSentEdit } from './sent-edits.ts'
import { many, storeNewer, type VersionedRow } from './store-newer.ts'
import type { Tombstone } from './stored-rows.ts'

/** The tables whose rows the copy holds as they are; removals become tombstones instead. */
export type MirrorTable = Exclude<SyncedTable, 'removals'>

/** Whether a removal can say that rows of a table are gone. */
const canDisappear: Readonly<Record<SyncedTable, boolean>> = {
  profiles: true,
  entries: true,
  reactions: true,
  quote_likes: true,
  custom_quotes: true,
  memory_marks: true,
  last_looks: false,
  removals: false,
}

/** One of the tables that hold the server's rows. */
function tableOf(database: ReplicaDatabase, table: MirrorTable): Table<VersionedRow, string> {
  return database[table] as unknown as Table<VersionedRow, string>
}

/** All tables that hold the server's rows. */
export function mirrorTables(database: ReplicaDatabase): readonly Table<VersionedRow, string>[] {
  return syncedTables
    .filter((table) => table !== 'removals')
    .map((table) => tableOf(database, table))
}

/** The tables every function here writes; name them in the surrounding transaction. */
export function mirrorScope(database: ReplicaDatabase) {
  return [
    ...mirrorTables(database),
    ...entryKeysScope(database),
    database.tombstones,
    database.progress,
    ...sentEditsScope(database),
  ]
}

/** The tables that applying rows of one table touches, so that it waits for no other reads. */
export function scopeOf(database: ReplicaDatabase, table: SyncedTable) {
  if (table === 'removals') return mirrorScope(database)
  const keys = table === 'entries' ? entryKeysScope(database) : []
  return [...new Set([database.table(table), database.tombstones, database.reactions, ...keys])]
}

/**
 * Stores rows of the server, from a pull, an event or an answer: a row counts only if it is newer than
 * the one held and than the row's removal, so the order of arrival does not matter.
 * Call it inside a transaction over `scopeOf`. Returns whether one of them was new.
 */
export async function applyRows<Table extends SyncedTable>(
  database: ReplicaDatabase,
  table: Table,
  rows: readonly RowOf<Table>[],
): Promise<boolean> {
  if (rows.length === 0) return false
  if (isRemovals(table, rows)) return applyRemovals(database, rows)
  const mirror = table as MirrorTable
  const versioned: readonly VersionedRow[] = rows
  const isRemoved = await removedAmong(database, mirror, versioned)
  // The tombstone of a row that has come back stays: it still blocks older versions.
  const left = versioned.filter((row) => !isRemoved(row))
  const { isNew, held } = await storeNewer(tableOf(database, mirror), left)
  // Also where the row was held: a tab with an older version of the app may have stored it.
  if (mirror === 'entries') await putEntryKeys(database, held as unknown as Entry[])
  return isNew
}

function isRemovals(table: SyncedTable, rows: readonly unknown[]): rows is readonly RemovalRow[] {
  return table === 'removals' && rows.length > 0
}

/** Says of these rows whether a tombstone blocks them: their own, or a reaction's entry's. */
async function removedAmong(
  database: ReplicaDatabase,
  table: MirrorTable,
  rows: readonly VersionedRow[],
): Promise<(row: VersionedRow) => boolean> {
  const entryIdOf = (row: VersionedRow) => (row as RowOf<'reactions'>).entryId
  const own = await removalTimes(
    database,
    table,
    rows.map((row) => row.id),
  )
  const entries =
    table === 'reactions' ? await removalTimes(database, 'entries', rows.map(entryIdOf)) : undefined
  return (row) =>
    (own.get(row.id) ?? '') >= row.updatedAt ||
    (entries?.get(entryIdOf(row)) ?? '') >= row.updatedAt
}

/** When rows of a table were removed, by id: of these ids, and perhaps of others. */
async function removalTimes(
  { tombstones }: ReplicaDatabase,
  table: MirrorTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Instant>> {
  const all = tombstones
    .where('[table+rowId]')
    .between([table, Dexie.minKey], [table, Dexie.maxKey])
  // One request instead of one for each id, as long as there are fewer tombstones than ids.
  let found = ids.length < many ? undefined : await all.limit(ids.length).toArray()
  if (found === undefined || found.length === ids.length)
    found = (await tombstones.bulkGet([...new Set(ids)].map((id) => [table, id] as const))).filter(
      (one) => one !== undefined,
    )
  return new Map(found.map(({ rowId, removedAt }) => [rowId, removedAt]))
}

async function applyRemovals(
  database: ReplicaDatabase,
  removals: readonly RemovalRow[],
): Promise<boolean> {
  let isNew = false
  for (const { tableName: table, rowId, updatedAt: removedAt, unseenVersion } of removals) {
    if (!isMirrorTable(table)) continue
    const unseen = unseenVersion === null ? {} : { unseenVersion }
    isNew = (await applyTombstone(database, { table, rowId, removedAt, ...unseen })) || isNew
    if (table === 'entries') await settleSentEdit(database, rowId as EntryId)
  }
  return isNew
}

function isMirrorTable(name: string): name is MirrorTable {
  return Object.hasOwn(canDisappear, name) && canDisappear[name as SyncedTable]
}

/**
 * Removes a row and blocks its older versions, unless the copy holds a newer one. With an entry go the
 * reactions that are no newer than its removal, also where the entry has come back: a reaction that
 * was taken off a hidden entry leaves no removal for the person who could not see it, and one that
 * stayed comes again with a newer version (D9). Call it inside a transaction over `mirrorScope`.
 * Returns whether the removal was new.
 */
export async function applyTombstone(
  database: ReplicaDatabase,
  tombstone: Tombstone,
): Promise<boolean> {
  const table = tombstone.table as MirrorTable
  const held = await tableOf(database, table).get(tombstone.rowId)
  const known = await database.tombstones.get([table, tombstone.rowId])
  const isNew = known === undefined || known.removedAt < tombstone.removedAt
  if (isNew) await database.tombstones.put(tombstone)
  if (held !== undefined && held.updatedAt <= tombstone.removedAt)
    await deleteRows(database, table, [tombstone.rowId])
  if (table !== 'entries') return isNew
  await database.reactions
    .where('entryId')
    .equals(tombstone.rowId)
    .and((reaction) => reaction.updatedAt <= tombstone.removedAt)
    .delete()
  return isNew
}

/** Takes rows out of the copy, and leaves nothing that says they were there. */
export async function deleteRows(
  database: ReplicaDatabase,
  table: MirrorTable,
  ids: readonly string[],
): Promise<void> {
  await tableOf(database, table).bulkDelete([...ids])
  if (table === 'entries') await database.entryKeys.bulkDelete(ids as EntryId[])
}

/** The removal time of a row whose id never comes back: a personal quote's. */
export const forEver = '9999-12-31T23:59:59.999999Z' as Instant

/**
 * A DELETE frame: the bare id with the commit time in milliseconds. It leaves no tombstone; the
 * removal of the same transaction does, and settles what the coarse time leaves open. Only the id
 * of a personal quote never comes back, so no time is needed to know what is older. Returns whether
 * the row was held.
 */
export async function applyDeleteFrame(
  database: ReplicaDatabase,
  table: SyncedTable,
  id: string,
  at: Instant,
): Promise<boolean> {
  if (!isMirrorTable(table)) return false
  if (table === 'custom_quotes')
    await applyTombstone(database, { table, rowId: id, removedAt: forEver })
  const held = await tableOf(database, table).get(id)
  if (held === undefined || held.updatedAt > at) return false
  await deleteRows(database, table, [id])
  if (table === 'entries') await database.reactions.where('entryId').equals(id).delete()
  return true
}
