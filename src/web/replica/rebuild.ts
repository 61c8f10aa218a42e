import type { Table } from 'dexie'

import type { Instant } from '../../domain/ids.ts'
import type { ReplicaDatabase } from './database.ts'

interface VersionedRow {
  readonly id: string
  readonly updatedAt: Instant
}

function mirrors(database: ReplicaDatabase): readonly Table<VersionedRow, string>[] {
  const { entries, reactions, profiles, quote_likes, custom_quotes, last_looks } = database
  const tables = [entries, reactions, profiles, quote_likes, custom_quotes, last_looks]
  return tables as unknown as readonly Table<VersionedRow, string>[]
}

/** The rows held, by table and id, with the versions they have now. */
export type HeldVersions = ReadonlyMap<string, ReadonlyMap<string, Instant>>

/** Notes what is held before a first pull reads its pages. */
export async function versionsHeld(database: ReplicaDatabase): Promise<HeldVersions> {
  const held = new Map<string, ReadonlyMap<string, Instant>>()
  for (const table of mirrors(database)) {
    const rows = await table.toArray()
    held.set(table.name, new Map(rows.map((row) => [row.id, row.updatedAt])))
  }
  return held
}

/**
 * Takes the rows noted before out of the copy. What has come or changed since then stays: it is
 * an answer or an event of the server as it is now, and page one may have been read before it.
 * Call it inside a transaction over `mirrorScope`.
 */
export async function clearMirror(
  database: ReplicaDatabase,
  outdated: HeldVersions,
): Promise<void> {
  for (const table of mirrors(database)) {
    const versions = outdated.get(table.name)
    const rows = await table.toArray()
    const old = rows.filter((row) => versions?.get(row.id) === row.updatedAt)
    await table.bulkDelete(old.map((row) => row.id))
  }
  await database.tombstones.clear()
  await database.progress.clear()
}
