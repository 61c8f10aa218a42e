import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type postgres from 'postgres'
import { connect, type DatabaseConnection } from '../database/connection.ts'
import { startDatabase } from '../database/database.ts'
import { removeCluster } from '../database/remove-cluster.ts'
import type { Log } from '../log.ts'

const prefix = 'tagebuch_check_'

/** A database, and the folder for a temporary cluster. */
export interface ScratchPlace {
  readonly sql: postgres.Sql
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
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const [role] = await place.sql<{ creates: boolean }[]>`
    select rolcreatedb or rolsuper as creates from pg_roles where rolname = current_user`
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
  await dropAbandoned(place.sql)
}

async function inDatabase<Result>(
  { sql, connection }: Pick<ScratchPlace, 'sql' | 'connection'>,
  signal: AbortSignal,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const name = `${prefix}${randomUUID().replaceAll('-', '')}`
  await sql.unsafe(`create database ${name} template template0`)
  const scratch = connect(databaseNamed(connection, name), {
    max: 1,
    onnotice: () => undefined,
    connection: { application_name: 'unser-tagebuch-backup', TimeZone: 'UTC' },
  })
  const cut = () => void scratch.end({ timeout: 0 })
  signal.addEventListener('abort', cut)
  try {
    signal.throwIfAborted()
    return await work(scratch)
  } finally {
    signal.removeEventListener('abort', cut)
    await scratch.end({ timeout: 1 })
    await sql.unsafe(`drop database if exists ${name} with (force)`)
  }
}

/** One in use belongs to a running proof; dropping it fails, as it should. */
async function dropAbandoned(sql: postgres.Sql): Promise<void> {
  const found = await sql<{ name: string }[]>`
    select datname as name from pg_database where datname ~ ${`^${prefix}[0-9a-f]{32}$`}
      and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`
  for (const { name } of found)
    await sql.unsafe(`drop database if exists ${name}`).catch(() => undefined)
}

function databaseNamed(connection: DatabaseConnection, database: string): DatabaseConnection {
  if (!('url' in connection)) return { ...connection, database }
  const url = new URL(connection.url)
  url.pathname = `/${database}`
  return { url: url.href }
}
