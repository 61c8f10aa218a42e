import type postgres from 'postgres'
import { qualifiedName, quoteName, type Table } from './catalogue.ts'
import type { AccessClaims } from './identity.ts'

/** A row as PostgreSQL's `row_to_json` writes it: the same values as REST gives. */
export type Row = Readonly<Record<string, unknown>>

/** All that this room asks the database about rows. Every method may reject with a database error. */
export interface RowReader {
  /** The rows of `table` with these keys that the person may select, by key. */
  select(claims: AccessClaims, table: Table, keys: readonly string[]): Promise<Map<string, Row>>
  /** Which of these deleted rows have a removal that names the person. */
  removed(person: string, table: Table, keys: readonly string[]): Promise<Set<string>>
  /** Whether the person has a profile. */
  isPartner(person: string): Promise<boolean>
}

/**
 * `readers` is the pool for statements under the role `authenticated`, `owner` the one for look-ups
 * that row level security would hide. Two pools, so that no slow select delays the supervision.
 */
export function createRowReader(readers: postgres.Sql, owner: postgres.Sql): RowReader {
  return {
    select: (claims, table, keys) => selectRows(readers, claims, table, keys),
    removed: (person, table, keys) => removedRows(owner, person, table, keys),
    async isPartner(person) {
      const rows = await owner`select 1 from public.profiles where id = ${person}::uuid`
      return rows.length > 0
    },
  }
}

async function selectRows(
  pool: postgres.Sql,
  claims: AccessClaims,
  table: Table,
  keys: readonly string[],
): Promise<Map<string, Row>> {
  if (keys.length === 0) return new Map()
  const key = `t.${quoteName(table.key.name)}`
  const columns = table.columns.map((column) => `t.${quoteName(column.name)}`).join(', ')
  const text = `select ${key}::text as key,
      (select row_to_json(picked) from (select ${columns}) picked) as row
    from ${qualifiedName(table)} t
   where current_user = 'authenticated' and ${key} = any(array(
     select jsonb_array_elements_text($1::text::jsonb)::${table.key.sqlType}))`
  const rows = await pool.begin('read only', async (sql) => {
    // Sent in one go to save a round trip. The select itself asks for the role, so no reordering
    // could ever run it as the owner.
    const [, found] = await Promise.all([
      becomePerson(sql, claims),
      sql.unsafe<{ key: string; row: Row }[]>(text, [JSON.stringify(keys)], { prepare: true }),
    ])
    return found
  })
  return new Map(rows.map(({ key: id, row }) => [id, row]))
}

async function becomePerson(sql: postgres.TransactionSql, claims: AccessClaims): Promise<void> {
  await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
    set_config('request.jwt.claim.sub', ${claims.sub}, true),
    set_config('request.jwt.claim.role', 'authenticated', true),
    set_config('role', 'authenticated', true)`
}

/** The latest removal decides: an id can be deleted more than once (D15's derived ids). */
async function removedRows(
  owner: postgres.Sql,
  person: string,
  table: Table,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await owner<{ id: string; named: boolean }[]>`
    select distinct on (row_id) row_id::text as id, ${person}::uuid = any(readers) as named
      from public.removals
     where table_name = ${table.name} and kind = 'deleted' and row_id in ${owner(keys)}
     order by row_id, removed_at desc`
  return new Set(rows.filter(({ named }) => named).map(({ id }) => id))
}
