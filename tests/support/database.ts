import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { copyTemplate, type TestDatabase } from './cluster.ts'
import type { PoolSql, TestSql } from './sql.ts'

/** A fresh, migrated database without any people, in the cluster that the whole run shares. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('cluster'))
}

/** Creates an account with a profile, so a partner. Returns the id. */
export async function createPartner(sql: TestSql, name: string): Promise<string> {
  const id = await createStranger(sql, `${name.toLowerCase()}@tagebuch.internal`)
  await sql`insert into public.profiles (id, name) values (${id}, ${name})`
  return id
}

/** Creates an account without a profile: signed in, but not one of the two. Returns the id. */
export async function createStranger(sql: TestSql, email: string): Promise<string> {
  const id = randomUUID()
  await sql`insert into auth.users (id, email) values (${id}, ${email})`
  return id
}

/**
 * Runs `work` in a transaction as the api runs a request: under role `authenticated` with the
 * person's claims, or as `anon` for null. Commits what it did; throws what it threw.
 */
export async function asPerson<Result>(
  sql: PoolSql,
  userId: string | null,
  work: (sql: TestSql) => Result | Promise<Result>,
): Promise<Result> {
  const role = userId === null ? 'anon' : 'authenticated'
  const claims = JSON.stringify(userId === null ? { role } : { sub: userId, role })
  return sql.transaction(async (transaction) => {
    await transaction`
      select set_config('request.jwt.claims', ${claims}, true),
        set_config('request.jwt.claim.sub', ${userId ?? ''}, true),
        set_config('request.jwt.claim.role', ${role}, true),
        set_config('role', ${role}, true)`
    return work(transaction)
  })
}

/** The SQLSTATE a query fails with, and the constraint it names; fails when it succeeds. */
export async function refusal(
  query: PromiseLike<unknown>,
): Promise<{ code: string; constraint: string | undefined; message: string }> {
  try {
    await query
  } catch (error) {
    if (error instanceof pg.DatabaseError) {
      return { code: error.code ?? '', constraint: error.constraint, message: error.message }
    }
    throw error
  }
  throw new Error('The statement was expected to be refused, and succeeded.')
}

/** Resolves once a statement of this database waits for a lock. */
export async function lockAwaited(sql: TestSql): Promise<void> {
  for (;;) {
    const [found] = await sql<{ some: boolean }[]>`
      select exists (
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'
      ) as some`
    if (found?.some === true) return
  }
}
