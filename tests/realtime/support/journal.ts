import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SignJWT } from 'jose'
import postgres from 'postgres'
import { startDatabase, type Database } from '../../../src/server/database/database.ts'
import { prepareDatabase } from '../../../src/server/database/prepare-database.ts'

export interface Person {
  readonly id: string
  readonly session: string
  /** An access token as the sign-in service issues it; `seconds` until it expires. */
  token(seconds?: number): Promise<string>
  /** Runs statements under row level security as this person. */
  act<T>(work: (sql: postgres.TransactionSql) => Promise<T>): Promise<T>
}

export interface Journal {
  readonly database: Database
  readonly sql: postgres.Sql
  readonly secret: string
  readonly first: Person
  readonly second: Person
  addPerson(options?: { profile: boolean }): Promise<Person>
  /** Ends the postmaster at once; the database room starts it again on the same port. */
  killDatabase(): Promise<void>
  stop(): Promise<void>
}

const secret = 'a-secret-of-the-realtime-tests-only-0123456789'
const migrations = path.resolve(import.meta.dirname, '../../../supabase/migrations')
const silent = { info() {}, error() {} }

/** A real cluster with the migrations, two partners and their sessions. */
export async function startJournal(): Promise<Journal> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'realtime-'))
  const database = await startDatabase({ dataDir, log: silent })
  await prepareDatabase(database, migrations)
  const { sql } = database
  const addPerson = (options = { profile: true }) => createPerson(sql, options.profile)
  return {
    database,
    sql,
    secret,
    first: await addPerson(),
    second: await addPerson(),
    addPerson,
    async killDatabase() {
      const [row] = await sql<{ folder: string }[]>`
        select current_setting('data_directory') as folder`
      const file = await readFile(path.join(row?.folder ?? '', 'postmaster.pid'), 'utf8')
      process.kill(Number(file.split('\n')[0]), 'SIGQUIT')
    },
    async stop() {
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function createPerson(sql: postgres.Sql, profile: boolean): Promise<Person> {
  const id = randomUUID()
  const session = randomUUID()
  await sql`insert into auth.users (id, aud, role, email)
    values (${id}, 'authenticated', 'authenticated', ${`${id}@tagebuch.internal`})`
  await sql`insert into auth.sessions (id, user_id) values (${session}, ${id})`
  if (profile) await sql`insert into public.profiles (id, name) values (${id}, 'Jemand')`
  const claims = { sub: id, role: 'authenticated', session_id: session }
  return {
    id,
    session,
    token: (seconds = 600) => sign(claims, seconds),
    async act(work) {
      const result = await sql.begin(async (transaction) => {
        await transaction`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
          set_config('request.jwt.claim.sub', ${id}, true),
          set_config('role', 'authenticated', true)`
        return { value: await work(transaction) }
      })
      return result.value
    },
  }
}

/** Signs claims as the sign-in service does; another `key` makes a forged token. */
export function sign(
  claims: Record<string, unknown>,
  seconds: number,
  key = secret,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ aud: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(new TextEncoder().encode(key))
}
