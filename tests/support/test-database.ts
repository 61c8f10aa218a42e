import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { TestDatabase } from './cluster.ts'
import { asPerson, createPartner, createTestDatabase } from './database.ts'
import type { TestSql } from './sql.ts'

/* The database of a test file and its two people, set before the file's first test, as in `signed-in.ts`. */

export let db: TestDatabase
export let anna: string
export let ben: string
/** The same two, where one writes and the other must not see it. */
export { anna as author, ben as partner }

/** A database without any people. */
export function withDatabase(): void {
  beforeAll(async () => {
    db = await createTestDatabase()
  })
  afterAll(() => db.drop())
}

/** One database with the two people in it. */
export function withTwoPeople(): void {
  withDatabase()
  beforeAll(async () => addTwoPeople())
}

/** A database with the two people in it for each test. */
export function withTwoPeopleInEach(...names: [string, string] | []): void {
  beforeEach(async () => {
    const own = await createTestDatabase()
    db = own
    await addTwoPeople(...names)
    return () => own.drop()
  })
}

export async function addTwoPeople(first = 'Anna', second = 'Ben'): Promise<void> {
  anna = await createPartner(db.sql, first)
  ben = await createPartner(db.sql, second)
}

/** Queries of a person, each as a request of theirs. */
export const sqlAs =
  (person: string) =>
  async <Rows extends readonly unknown[] = Record<string, unknown>[]>(
    ...query: Parameters<TestSql>
  ): Promise<Rows> =>
    asPerson(db.sql, person, (sql) => sql<Rows>(...query))

/** Writes the journal's own row. */
export const addJournalRow = async (sql: TestSql = db.sql) => sql`
  insert into public.journal (time_zone, special_days, days_counter_from)
  values ('Europe/Berlin', '[]', '2025-08-17')`
