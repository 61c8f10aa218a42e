import type { Table } from 'dexie'

import type { Instant } from '../../../domain/ids.ts'
import type { ReplicaDatabase, Tombstone } from '../copy/database.ts'

interface VersionedRow {
  readonly id: string
  readonly updatedAt: Instant
}

function mirrors(database: ReplicaDatabase): readonly Table<VersionedRow, string>[] {
  const { entries, reactions, profiles, quote_likes, custom_quotes, last_looks } = database
  const tables = [entries, reactions, profiles, quote_likes, custom_quotes, last_looks]
  return tables as unknown as readonly Table<VersionedRow, string>[]
}

/** What is held, with the versions it has now: rows by table and id, removals by their key. */
export interface HeldVersions {
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, Instant>>
  readonly removals: ReadonlyMap<string, Instant>
}

/** Notes what is held before a first pull reads its pages. */
export async function versionsHeld(database: ReplicaDatabase): Promise<HeldVersions> {
  const held = new Map<string, ReadonlyMap<string, Instant>>()
  for (const table of mirrors(database)) {
    const rows = await table.toArray()
    held.set(table.name, new Map(rows.map((row) => [row.id, row.updatedAt])))
  }
  const stones = await database.tombstones.toArray()
  const removals = new Map(stones.map((stone) => [keyOf(stone), stone.removedAt]))
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
  for (const table of mirrors(database)) {
    const versions = outdated.rows.get(table.name)
    const rows = await table.toArray()
    const old = rows.filter((row) => versions?.get(row.id) === row.updatedAt)
    await table.bulkDelete(old.map((row) => row.id))
  }
  const stones = await database.tombstones.toArray()
  const old = stones.filter((stone) => outdated.removals.get(keyOf(stone)) === stone.removedAt)
  await database.tombstones.bulkDelete(old.map(({ table, rowId }) => [table, rowId]))
  await database.progress.clear()
}
