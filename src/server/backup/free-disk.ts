import { statfs } from 'node:fs/promises'
import sql from 'sql-template-tag'
import type { Pool } from '../database/pool.ts'
import type { DatabaseConnection } from '../database/connection.ts'
import { StartupError } from '../settings/startup-error.ts'
import { pictureTable } from './format.ts'

/** The space that a backup needs besides rows and pictures, above all for the log of the database; in bytes. */
export const roomBesides = 64_000_000

/** Bytes that this process may still write to the disk of a folder; undefined if unknown. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk === undefined ? undefined : disk.bavail * disk.bsize
}

/** The folder of the embedded database; undefined if it is elsewhere, or visible to superusers only. */
export async function clusterFolder(
  pool: Pool,
  connection: DatabaseConnection,
): Promise<string | undefined> {
  if ('url' in connection) return undefined
  const [row] = await pool.query<{ folder: string }>(sql`
    select setting as folder from pg_settings where name = 'data_directory'`)
  return row?.folder
}

/**
 * A backup must not fill the journal's disk, which database and scratch database share; the second has no
 * pictures. Throws `StartupError` with the needed and the free space.
 */
export async function requireFreeDisk(pool: Pool, connection: DatabaseConnection): Promise<void> {
  const folder = await clusterFolder(pool, connection)
  const free = folder === undefined ? undefined : await freeBytes(folder)
  if (free === undefined) return
  const [row] = await pool.query<{ size: string }>(sql`
    select pg_database_size(current_database())
      - coalesce(pg_total_relation_size(to_regclass(${pictureTable})), 0) as size`)
  const needed = Number(row?.size ?? 0) + roomBesides
  if (free < needed)
    throw new StartupError(
      `A backup needs ${megabytes(needed)} MB on the disk of the database for a while, and ` +
        `${megabytes(free)} MB are free.`,
    )
}

/** Whole megabytes, as people read them. */
export function megabytes(bytes: number): number {
  return Math.floor(bytes / 1_000_000)
}
