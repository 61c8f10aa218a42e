import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { connect, type DatabaseConnection } from '../../src/server/database/connection.ts'
import { startDatabase } from '../../src/server/database/database.ts'
import type { PlacementOptions } from '../../src/server/database/embedded/placement.ts'
import { prepareDatabase } from '../../src/server/database/prepare-database.ts'

export const migrationsDir = fileURLToPath(new URL('../../supabase/migrations', import.meta.url))

/** A log that says nothing; tests of log lines bring their own. */
export const silentLog = { info: () => undefined, error: () => undefined }

export interface TestDatabase {
  /** As the owner. */
  readonly connection: EmbeddedConnection
  /** Owner's pool: row level security does not apply to it. */
  readonly sql: postgres.Sql
  drop(): Promise<void>
}

export interface TestCluster {
  /** A fresh, migrated database without any people, copied from a template in a few ms. */
  createTestDatabase(): Promise<TestDatabase>
  stop(): Promise<void>
}

/** The embedded server's connection, of which a test can change user and database. */
export type EmbeddedConnection = Exclude<DatabaseConnection, { readonly url: string }>

/**
 * Starts one real PostgreSQL in a temporary folder; one per test file. With `tcp` it listens on a port,
 * as a PostgreSQL that DATABASE_URL names.
 */
export async function startTestCluster(placement: PlacementOptions = {}): Promise<TestCluster> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'tagebuch-test-'))
  const database = await startDatabase({ dataDir, log: silentLog, placement })
  const owner = embedded(database.connection)
  const endOnExit = () => endServer(dataDir)
  process.once('exit', endOnExit)
  await database.sql.unsafe('create database template_journal')
  const template = open({ ...owner, database: 'template_journal' })
  await prepareDatabase({ sql: template }, migrationsDir)
  await template.end()
  return {
    createTestDatabase: () => copyTemplate(database.sql, owner),
    stop: async () => {
      await database.stop()
      process.off('exit', endOnExit)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For a run that ends without its `afterAll`: the server would live on. */
function endServer(dataDir: string): void {
  try {
    const pid = Number.parseInt(
      readFileSync(path.join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'),
      10,
    )
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

async function copyTemplate(
  owner: postgres.Sql,
  cluster: EmbeddedConnection,
): Promise<TestDatabase> {
  const name = `journal_${randomUUID().replaceAll('-', '')}`
  await owner.unsafe(`create database ${name} template template_journal`)
  const connection = { ...cluster, database: name }
  const sql = open(connection)
  return {
    connection,
    sql,
    drop: async () => {
      await sql.end({ timeout: 1 })
      await owner.unsafe(`drop database ${name} with (force)`)
    },
  }
}

function open(connection: DatabaseConnection): postgres.Sql {
  const options = { max: 4, onnotice: () => undefined, connection: { TimeZone: 'UTC' } }
  return connect(connection, options)
}

/** Creates an account with a profile, so a partner. Returns the id. */
export async function createPartner(sql: postgres.Sql, name: string): Promise<string> {
  const id = await createStranger(sql, `${name.toLowerCase()}@tagebuch.internal`)
  await sql`insert into public.profiles (id, name) values (${id}, ${name})`
  return id
}

/** Creates an account without a profile: signed in, but nobody here. Returns the id. */
export async function createStranger(sql: postgres.Sql, email: string): Promise<string> {
  const id = randomUUID()
  await sql`insert into auth.users (id, email) values (${id}, ${email})`
  return id
}

/**
 * Runs `work` in a transaction as the api runs a request: under role `authenticated` with the
 * person's claims, or as `anon` for null. Commits what it did; throws what it threw.
 */
export async function asPerson<Result>(
  sql: postgres.Sql,
  userId: string | null,
  work: (sql: postgres.TransactionSql) => Result | Promise<Result>,
): Promise<Awaited<Result>> {
  const role = userId === null ? 'anon' : 'authenticated'
  const claims = JSON.stringify(userId === null ? { role } : { sub: userId, role })
  const result = await sql.begin(async (transaction) => {
    await transaction`
      select set_config('request.jwt.claims', ${claims}, true),
        set_config('request.jwt.claim.sub', ${userId ?? ''}, true),
        set_config('request.jwt.claim.role', ${role}, true),
        set_config('role', ${role}, true)`
    return { value: await work(transaction) }
  })
  return result.value
}

/** The SQLSTATE a query fails with, and the constraint it names; fails when it succeeds. */
export async function refusal(
  query: PromiseLike<unknown>,
): Promise<{ code: string; constraint: string | undefined; message: string }> {
  try {
    await query
  } catch (error) {
    if (error instanceof postgres.PostgresError) {
      return { code: error.code, constraint: error.constraint_name, message: error.message }
    }
    throw error
  }
  throw new Error('The statement was expected to be refused, and succeeded.')
}
