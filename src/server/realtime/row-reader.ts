import sql, { raw } from 'sql-template-tag'
import { personSettings, type AccessTokenClaims } from '../accounts/access-token.ts'
import { quoteNames, type Pool } from '../database/pool.ts'
import type { Table } from './catalogue.ts'

/** A row as PostgreSQL's `row_to_json` writes it: the same values as REST gives. */
export type Row = Readonly<Record<string, unknown>>

/** All that this room asks the database about rows. Every method may reject with a database error. */
export class RowReader {
  readonly #readers: Pool
  readonly #owner: Pool

  /**
   * `readers` is the pool for statements under the role `authenticated`, `owner` the one for look-ups
   * that row level security would hide. Two pools, so that no slow select delays the supervision.
   */
  constructor(readers: Pool, owner: Pool) {
    this.#readers = readers
    this.#owner = owner
  }

  /** The rows of `table` with these keys that the person may select, by key. */
  async select(
    claims: AccessTokenClaims,
    table: Table,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, Row>> {
    if (keys.length === 0) return new Map()
    const key = quoteNames([`t.${table.key.name}`])
    const columns = quoteNames(table.columns.map(({ name }) => `t.${name}`))
    const rows = await this.#readers.transaction(
      async (transaction) =>
        transaction.query<{ key: string; row: Row }>(sql`
        select ${key}::text as key, (select row_to_json(picked) from (select ${columns}) picked) as row
          from ${quoteNames([`${table.schema}.${table.name}`])} t
         where ${key} = any(${keys}::${raw(table.key.sqlType)}[])`),
      { mode: 'read only', settings: personSettings(claims) },
    )
    return new Map(rows.map(({ key: id, row }) => [id, row]))
  }

  /**
   * The keys of these deleted rows that have a removal which names the person. The latest removal decides: an id
   * can be deleted more than once (D15's derived ids).
   */
  async removed(person: string, table: Table, keys: readonly string[]): Promise<Set<string>> {
    const rows = await this.#owner.query<{ id: string; named: boolean }>(sql`
      select distinct on (row_id) row_id::text as id, ${person}::uuid = any(readers) as named
        from public.removals
       where table_name = ${table.name} and kind = 'deleted' and row_id = any(${keys}::uuid[])
       order by row_id, removed_at desc`)
    return new Set(rows.filter(({ named }) => named).map(({ id }) => id))
  }

  /** Whether the person has a profile. */
  async isPartner(person: string): Promise<boolean> {
    const rows = await this.#owner.query(
      sql`select from public.profiles where id = ${person}::uuid`,
    )
    return rows.length > 0
  }
}
