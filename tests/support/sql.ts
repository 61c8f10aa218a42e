import sql, { join, type Sql } from 'sql-template-tag'
import { quoteNames, type Pool, type Queries } from '../../src/server/database/pool.ts'

/** Queries as tests write them: sql`select …` is sent at once and resolves with its rows. */
export interface TestSql {
  <Rows extends readonly unknown[] = Record<string, unknown>[]>(
    strings: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Promise<Rows>
  /** Any number of statements without values. */
  run(text: string): Promise<void>
}

/** The same of a pool, which also has transactions. */
export interface PoolSql extends TestSql {
  transaction<Result>(work: (sql: TestSql) => Promise<Result>): Promise<Result>
}

export function sqlOf(queries: Queries): TestSql {
  async function tag<Rows>(strings: TemplateStringsArray, ...values: unknown[]): Promise<Rows> {
    const rows: unknown = await queries.query(sql(strings, ...values))
    // The caller names the columns.
    return rows as Rows
  }
  return Object.assign(tag, { run: async (text: string) => queries.run(text) })
}

export function poolSql(pool: Pool): PoolSql {
  return Object.assign(sqlOf(pool), {
    transaction: async <Result>(work: (own: TestSql) => Promise<Result>) =>
      pool.transaction(async (transaction) => work(sqlOf(transaction))),
  })
}

/** A row as `insert into table …` takes it. */
export function rowValues(row: object): Sql {
  return sql`(${quoteNames(Object.keys(row))}) values (${join(Object.values(row))})`
}

/** A row as `update table set …` takes it. */
export function assignments(row: object): Sql {
  return join(Object.entries(row).map(([name, value]) => sql`${quoteNames([name])} = ${value}`))
}
