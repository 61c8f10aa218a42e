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

interface CatalogueRow {
  schema: string
  table: string
  name: string
  type: string
  sqlType: string
  isKey: boolean
}

/** Double-quotes an SQL identifier. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** `"schema"."table"` for use in SQL text. */
export const qualifiedName = (table: Table): string =>
  `${quoteName(table.schema)}.${quoteName(table.name)}`

/**
 * What the publication `supabase_realtime` carries, without the columns that subscribers may not
 * select. A table whose primary key is neither one column nor a person with an `id` cannot be checked by
 * key and is left out.
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
    this.#tables = groupByTable(await readColumns(this.#owner))
  }
}

async function readColumns(owner: Pool): Promise<CatalogueRow[]> {
  return owner.query<CatalogueRow>(sql`
    select n.nspname as schema, c.relname as table, a.attname as name, t.typname as type,
           format_type(a.atttypid, null) as "sqlType",
           coalesce(a.attnum = any(i.indkey) and (i.indnatts = 1 or i.indnatts = 2 and a.attname = 'id'),
             false) as "isKey"
      from pg_publication_tables p
      join pg_namespace n on n.nspname = p.schemaname
      join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
     where p.pubname = 'supabase_realtime'
       and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
     order by c.oid, a.attnum`)
}

function groupByTable(rows: readonly CatalogueRow[]): Map<string, Table> {
  const grouped = new Map<string, CatalogueRow[]>()
  for (const row of rows) {
    const name = `${row.schema}.${row.table}`
    grouped.set(name, [...(grouped.get(name) ?? []), row])
  }
  const tables = new Map<string, Table>()
  for (const [name, columns] of grouped) {
    const key = columns.find((column) => column.isKey)
    if (key !== undefined) tables.set(name, { schema: key.schema, name: key.table, key, columns })
  }
  return tables
}
