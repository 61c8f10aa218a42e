import type { Instant } from '../../../domain/ids.ts'
import { deleteRows, mirrorTables, type MirrorTable } from '../copy/apply-rows.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import type { Tombstone } from '../copy/stored-rows.ts'

/** What is held, with the versions it has now: rows by table and id, removals by their key. */
export interface HeldVersions {
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, Instant>>
  readonly removals: ReadonlyMap<string, Instant>
}

/** Reads what is held before an initial pull reads its pages. */
export async function versionsHeld(database: ReplicaDatabase): Promise<HeldVersions> {
  const held = new Map<string, ReadonlyMap<string, Instant>>()
  for (const table of mirrorTables(database)) {
    const rows = await table.toArray()
    held.set(table.name, new Map(rows.map((row) => [row.id, row.updatedAt])))
  }
  const tombstones = await database.tombstones.toArray()
  const removals = new Map(tombstones.map((one) => [keyOf(one), one.removedAt]))
  return { rows: held, removals }
}

/** Every version held, removals and the places reached by reading included. */
export async function allVersions(database: ReplicaDatabase): Promise<readonly Instant[]> {
  const { rows, removals } = await versionsHeld(database)
  const progress = await database.progress.toArray()
  return [
    ...[...rows.values()].flatMap((versions) => [...versions.values()]),
    ...removals.values(),
    ...progress.flatMap(({ cursor }) => (cursor === undefined ? [] : [cursor.updatedAt])),
  ]
}

function keyOf({ table, rowId }: Tombstone): string {
  return `${table} ${rowId}`
}

/**
 * Takes the rows and removals noted before out of the copy. What has come or changed since then
 * stays: it is an answer or an event of the server as it is now, and page one may have been read
 * before it. Call it inside a transaction over `mirrorScope`.
 */
export async function clearMirror(
  database: ReplicaDatabase,
  outdated: HeldVersions,
): Promise<void> {
  for (const table of mirrorTables(database)) {
    const versions = outdated.rows.get(table.name)
    const rows = await table.toArray()
    const old = rows.filter((row) => versions?.get(row.id) === row.updatedAt)
    await deleteRows(
      database,
      table.name as MirrorTable,
      old.map((row) => row.id),
    )
  }
  const tombstones = await database.tombstones.toArray()
  const old = tombstones.filter((one) => outdated.removals.get(keyOf(one)) === one.removedAt)
  await database.tombstones.bulkDelete(old.map(({ table, rowId }) => [table, rowId]))
  await database.progress.clear()
}
