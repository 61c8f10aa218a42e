import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import sql from 'sql-template-tag'
import { Pool } from '../database/pool.ts'
import type { DatabaseConnection } from '../database/connection.ts'
import { endOrphan } from '../database/embedded/postmaster.ts'
import { movedHome } from '../database/embedded/root-placement.ts'

const prefix = 'tagebuch_check_'

/** A database, and the journal's data directory. */
export interface ScratchPlace {
  readonly pool: Pool
  readonly connection: DatabaseConnection
  readonly dataDir: string
}

/** Whether the role may create the database that a proof needs. */
export async function mayCreateScratch(pool: Pool): Promise<boolean> {
  const [role] = await pool.query<{ creates: boolean }>(sql`
    select rolcreatedb or rolsuper as creates from pg_roles where rolname = current_user`)
  return role?.creates === true
}

/** Removes what a killed server left of these databases, and the cluster that older versions made for them. */
export async function removeScratch({ pool, dataDir }: ScratchPlace): Promise<void> {
  const check = path.join(dataDir, 'check')
  for (const home of [check, await movedHome(check)]) {
    if (home === undefined) continue
    await endOrphan(path.join(home, 'cluster'))
    await rm(home, { recursive: true, force: true })
  }
  await dropAbandoned(pool)
}

/**
 * Runs `work` on a new, empty database beside the journal's, and removes it. `signal` closes its connection.
 */
export async function withScratchDatabase<Result>(
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
