import { randomUUID } from 'node:crypto'
import path from 'node:path'
import sql from 'sql-template-tag'
import { Pool } from '../database/pool.ts'
import type { DatabaseConnection } from '../database/connection.ts'
import { startDatabase } from '../database/database.ts'
import { removeCluster } from '../database/remove-cluster.ts'
import type { Log } from '../log.ts'

const prefix = 'tagebuch_check_'

/** A database, and the folder for a temporary cluster. */
export interface ScratchPlace {
  readonly pool: Pool
  readonly connection: DatabaseConnection
  /** Its folder `check` holds the temporary cluster. */
  readonly dataDir: string
  readonly log: Log
}

/**
 * Runs `work` on a new, empty database beside the journal's, and removes it. If the role may create
 * none, the database is in a temporary embedded cluster. `signal` closes its connection.
 */
export async function withScratchDatabase<Result>(
  place: ScratchPlace,
  signal: AbortSignal,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const [role] = await place.pool.query<{ creates: boolean }>(sql`
    select rolcreatedb or rolsuper as creates from pg_roles where rolname = current_user`)
  if (role?.creates === true) return inDatabase(place, signal, work)
  const dataDir = path.join(place.dataDir, 'check')
  await removeCluster(dataDir)
  try {
    const own = await startDatabase({ dataDir, log: place.log })
    try {
      return await inDatabase(own, signal, work)
    } finally {
      await own.stop()
    }
  } finally {
    await removeCluster(dataDir)
  }
}

/** Removes what a killed server left of these databases. */
export async function removeScratch(place: ScratchPlace): Promise<void> {
  await removeCluster(path.join(place.dataDir, 'check'))
  await dropAbandoned(place.pool)
}

async function inDatabase<Result>(
  { pool, connection }: Pick<ScratchPlace, 'pool' | 'connection'>,
  signal: AbortSignal,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const name = `${prefix}${randomUUID().replaceAll('-', '')}`
  await pool.run(`create database ${name} template template0`)
  const scratch = new Pool(databaseNamed(connection, name), {
    name: 'unser-tagebuch-backup',
    max: 1,
  })
  const cut = () => void scratch.end(0)
  signal.addEventListener('abort', cut)
  try {
    signal.throwIfAborted()
    return await work(scratch)
  } finally {
    signal.removeEventListener('abort', cut)
    await scratch.end(1_000)
    await pool.run(`drop database if exists ${name} with (force)`)
  }
}

/** One in use belongs to a running proof; dropping it fails, as it should. */
async function dropAbandoned(pool: Pool): Promise<void> {
  const found = await pool.query<{ name: string }>(sql`
    select datname as name from pg_database where datname ~ ${`^${prefix}[0-9a-f]{32}$`}
      and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`)
  for (const { name } of found)
    await pool.run(`drop database if exists ${name}`).catch(() => undefined)
}

function databaseNamed(connection: DatabaseConnection, database: string): DatabaseConnection {
  if (!('url' in connection)) return { ...connection, database }
  const url = new URL(connection.url)
  url.pathname = `/${database}`
  return { url: url.href }
}
