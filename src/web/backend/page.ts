import type { PostgrestClient } from '@supabase/postgrest-js'

import type { SyncedTable } from '../../domain/journal-tables.ts'
import { type Cursor, parseCursor, parseRow, type RowOf } from '../../domain/table-schemas.ts'

export interface PageRequest {
  /** Rows strictly beyond this key; from the edge of the table when absent. */
  readonly from?: Cursor | undefined
  /** `newer` walks from old to new, `older` from new to old. */
  readonly direction: 'newer' | 'older'
  /** At most 1,000: a hosted project returns no more, silently. */
  readonly limit: number
}

export interface Page<Table extends SyncedTable> {
  /** Without those that could not be parsed. */
  readonly rows: readonly RowOf<Table>[]
  readonly first: Cursor | undefined
  readonly last: Cursor | undefined
  /** True when another page may follow. */
  readonly full: boolean
}

/** The rows of one answer, parsed; `undefined` if none of them has the key of a page. */
export function toPage<Table extends SyncedTable>(
  table: Table,
  raw: readonly unknown[],
  limit: number,
): Page<Table> | undefined {
  const first = keyOfFirst(raw)
  if (raw.length > 0 && first === undefined) return undefined
  return {
    rows: raw.flatMap((row) => parseRow(table, row) ?? []),
    first,
    last: keyOfFirst(raw.toReversed()),
    full: raw.length >= limit,
  }
}

/** The key of the first row that has one. */
function keyOfFirst(raw: readonly unknown[]): Cursor | undefined {
  for (const row of raw) {
    const key = parseCursor(row)
    if (key !== undefined) return key
  }
  return undefined
}

/** The query for one page by the key (`updated_at`, `id`). */
export function selectPage(client: PostgrestClient, table: SyncedTable, request: PageRequest) {
  const ascending = request.direction === 'newer'
  const compare = ascending ? 'gt' : 'lt'
  const all = client.from(table).select('*')
  const { from } = request
  const beyond =
    from === undefined
      ? all
      : all.or(
          `updated_at.${compare}.${from.updatedAt},` +
            `and(updated_at.eq.${from.updatedAt},id.${compare}.${from.id})`,
        )
  return beyond.order('updated_at', { ascending }).order('id', { ascending }).limit(request.limit)
}
