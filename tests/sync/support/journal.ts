import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { SignJWT } from 'jose'
import { startTestCluster, type TestDatabase } from '../../support/cluster.ts'
import {
  asPerson,
  createPartner,
  createStranger,
  createTestDatabase,
} from '../../support/database.ts'
import type { PoolSql, TestSql } from '../../support/sql.ts'

export interface Person {
  readonly id: string
  readonly session: string
  /** An access token as the sign-in service issues it; `seconds` until it expires. */
  token(seconds?: number): Promise<string>
  /** Runs statements under row level security as this person. */
  act<T>(work: (sql: TestSql) => Promise<T>): Promise<T>
  /** Writes an entry; returns its id. */
  write(content: string, options?: { isPrivate?: boolean; category?: string }): Promise<string>
}

export interface Journal {
  readonly database: TestDatabase
  readonly sql: PoolSql
  readonly first: Person
  readonly second: Person
  /** Signed in, but without a profile: a removed or foreign account. */
  stranger(): Promise<Person>
  /** Ends the postmaster at once; the database room starts it again on the same socket. */
  killDatabase(): Promise<void>
  stop(): Promise<void>
}

export const secret = 'a-secret-of-the-realtime-tests-only-0123456789'

/**
 * A migrated database with two partners and their sessions; in a cluster of its own for tests that
 * kill it.
 */
export async function startJournal({ ownCluster = false } = {}): Promise<Journal> {
  const cluster = ownCluster ? await startTestCluster() : undefined
  const database = await (cluster?.createTestDatabase() ?? createTestDatabase())
  const { sql } = database
  return {
    database,
    sql,
    first: await signIn(sql, await createPartner(sql, 'Jonas')),
    second: await signIn(sql, await createPartner(sql, 'Željka')),
    stranger: async () => signIn(sql, await createStranger(sql, `${randomUUID()}@anderswo.test`)),
    async killDatabase() {
      const [row] = await sql<{ folder: string }[]>`
        select current_setting('data_directory') as folder`
      const file = await readFile(path.join(row?.folder ?? '', 'postmaster.pid'), 'utf8')
      process.kill(Number(file.split('\n')[0]), 'SIGQUIT')
    },
    async stop() {
      if (cluster === undefined) return database.drop()
      await database.pool.end(1_000)
      await cluster.stop()
    },
  }
}

async function signIn(sql: PoolSql, id: string): Promise<Person> {
  const session = randomUUID()
  await sql`insert into auth.sessions (id, user_id) values (${session}, ${id})`
  const person: Person = {
    id,
    session,
    token: (seconds = 600) =>
      sign({ sub: id, role: 'authenticated', session_id: session }, { seconds }),
    act: (work) => asPerson(sql, id, work),
    async write(content, { isPrivate = false, category = 'gedanken' } = {}) {
      const entry = randomUUID()
      await person.act(
        (own) => own`insert into entries (id, user_id, category, content, is_private)
          values (${entry}, ${id}, ${category}, ${content}, ${isPrivate})`,
      )
      return entry
    },
  }
  return person
}

/** Signs claims as the sign-in service does; another `key` makes a forged token. */
export function sign(
  claims: Record<string, unknown>,
  { seconds = 600, key = secret }: { seconds?: number; key?: string } = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ aud: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now - 10)
    .setExpirationTime(now + seconds)
    .sign(new TextEncoder().encode(key))
}
