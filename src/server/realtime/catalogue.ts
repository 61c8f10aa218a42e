import sql from 'sql-template-tag'
import type { Pool } from '../database/pool.ts'

export interface Column {
  readonly name: string
  /** The short type name that the client converts by (`int4`, `timestamptz`, `_uuid`). */
  readonly type: string
  /** The type as SQL writes it, for casts. */
  readonly sqlType: string
}

/** A published table as the role `authenticated` may read it. */
export interface Table {
  readonly schema: string
  readonly name: string
  readonly key: Column
  readonly columns: readonly Column[]
}

/**
 * The tables of the publication `supabase_realtime`, without the columns that subscribers may not select. A table
 * whose primary key is neither one column nor a person with an `id` cannot be checked by key and is left out.
 */
export class Catalogue {
  readonly #owner: Pool
  #tables = new Map<string, Table>()

  constructor(owner: Pool) {
    this.#owner = owner
  }

  find(schema: string, name: string): Table | undefined {
    return this.#tables.get(`${schema}.${name}`)
  }

  /** Reads the publication again; needed after a migration or a restore. */
  async refresh(): Promise<void> {
    const tables = await this.#owner.query<Omit<Table, 'key'> & { key: Column | null }>(sql`
      select schemaname::text as schema, tablename::text as name,
        json_agg(described order by attnum) as columns,
        json_agg(described) filter (where attnum = any(indkey)
          and (indnatts = 1 or indnatts = 2 and attname = 'id')) -> 0 as key
      from pg_publication_tables
        join pg_attribute on attrelid = format('%I.%I', schemaname, tablename)::regclass
          and attnum > 0 and not attisdropped
        join pg_type on pg_type.oid = atttypid
        cross join json_build_object('name', attname, 'type', typname,
          'sqlType', format_type(atttypid, null)) as described
        left join pg_index on indrelid = attrelid and indisprimary
      where pubname = 'supabase_realtime'
        and has_column_privilege('authenticated', attrelid, attnum, 'select')
      group by schemaname, tablename`)
    this.#tables = new Map(
      tables.flatMap(({ key, ...table }) =>
        key === null ? [] : [[`${table.schema}.${table.name}`, { ...table, key }]],
      ),
    )
  }
}
