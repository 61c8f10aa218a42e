import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DatabaseConnection } from '../../src/server/database/connection.ts'
import { startDatabase } from '../../src/server/database/database.ts'
import { Pool } from '../../src/server/database/pool.ts'
import type { PlacementOptions } from '../../src/server/database/embedded/placement.ts'
import { prepareDatabase } from '../../src/server/database/prepare-database.ts'
import { poolSql, type PoolSql } from './sql.ts'

export const migrationsDir = fileURLToPath(new URL('../../supabase/migrations', import.meta.url))

/** A log that says nothing; tests of log lines bring their own. */
export const silentLog = { info: () => undefined, error: () => undefined }

export interface TestDatabase {
  /** As the owner. */
  readonly connection: EmbeddedConnection
  /** Owner's pool: row level security does not apply to it. */
  readonly pool: Pool
  readonly sql: PoolSql
  /** Takes every row and account away, without triggers. Quicker than another database. */
  empty(): Promise<void>
  drop(): Promise<void>
}

export interface TestCluster {
  /** As the owner, to no database of a test. */
  readonly connection: EmbeddedConnection
  /** A fresh, migrated database without any people, copied from a template in a few ms. */
  createTestDatabase(): Promise<TestDatabase>
  stop(): Promise<void>
}

/** The embedded server's connection, of which a test can change user and database. */
export type EmbeddedConnection = Exclude<DatabaseConnection, { readonly url: string }>

const templateName = 'template_journal'

/**
 * Starts a real PostgreSQL in a temporary folder: the one of the run, or one of its own for a file that
 * kills it or reaches it in another way. With `tcp` it listens on a port, as a PostgreSQL that
 * DATABASE_URL names. `makeTemplate` makes the database of a name that the tests' databases are copies of.
 */
export async function startTestCluster(
  placement: PlacementOptions = {},
  makeTemplate: (cluster: EmbeddedConnection, name: string) => Promise<void> = makeOwnTemplate,
): Promise<TestCluster> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tagebuch-test-'))
  const database = await startDatabase({ dataDir, log: silentLog, placement })
  const connection = embedded(database.connection)
  const endOnExit = () => endServer(dataDir)
  process.once('exit', endOnExit)
  await makeTemplate(connection, templateName)
  return {
    connection,
    createTestDatabase: () => copyTemplate(connection),
    stop: async () => {
      await database.stop()
      process.off('exit', endOnExit)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function makeOwnTemplate(cluster: EmbeddedConnection, name: string): Promise<void> {
  await runOnce(cluster, `create database ${name}`)
  const pool = new Pool({ ...cluster, database: name }, { name: 'test', max: 1 })
  await prepareDatabase({ pool }, migrationsDir)
  await pool.end()
}

/** For a run that ends without its `afterAll`: the server would live on. */
function endServer(dataDir: string): void {
  try {
    const text = readFileSync(path.join(dataDir, 'cluster', 'postmaster.pid'), 'utf8')
    const pid = Number.parseInt(text, 10)
    if (pid > 1) process.kill(pid, 'SIGQUIT')
  } catch {
    // It has ended already.
  }
}

/** The connection of a database that is known to be the embedded one. */
export function embedded(connection: DatabaseConnection): EmbeddedConnection {
  if ('url' in connection) throw new Error('The embedded database was expected')
  return connection
}

/** A fresh database in a cluster that `startTestCluster` started, here or in another process. */
export async function copyTemplate(cluster: EmbeddedConnection): Promise<TestDatabase> {
  const name = `journal_${randomUUID().replaceAll('-', '')}`
  await runOnce(cluster, `create database ${name} template ${templateName}`)
  const connection = { ...cluster, database: name }
  const pool = new Pool(connection, { name: 'test', max: 4 })
  return {
    connection,
    pool,
    sql: poolSql(pool),
    empty: () => emptyTables(pool),
    drop: async () => {
      await pool.end(1_000)
      // "force" does not end the reader of a logical slot, which may not have noticed yet that its server is gone.
      await runOnce(
        cluster,
        `select pg_terminate_backend(active_pid, 10000) from pg_replication_slots
         where database = '${name}' and active`,
      )
      await runOnce(cluster, `drop database ${name} with (force)`)
    },
  }
}

async function emptyTables(pool: Pool): Promise<void> {
  await pool.run(`do $$ declare name text; begin
    set local session_replication_role = replica;
    for name in select format('%I.%I', schemaname, tablename) from pg_tables
      where schemaname in ('public', 'auth')
    loop execute 'delete from ' || name; end loop;
    -- Else the rows of one test could leave the journal's time ahead for the next.
    update private.clock set ahead = '0';
  end $$`)
}

/** Runs statements on a connection of their own. */
export async function runOnce(connection: EmbeddedConnection, statements: string): Promise<void> {
  const pool = new Pool(connection, { name: 'test', max: 1 })
  try {
    await pool.run(statements)
  } finally {
    await pool.end()
  }
}
