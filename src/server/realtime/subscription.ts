import type { Catalogue, Table } from './catalogue.ts'
import type { Change } from './replication.ts'
import { parseFilter, type Condition } from './filter.ts'
import { filterExpression } from './filter-sql.ts'
import type { AccessClaims } from './identity.ts'
import type { Binding } from './join.ts'
import { isFilterFault, type Row, type RowReader } from './row-reader.ts'

/** A binding whose filter has been understood. */
export interface ActiveBinding {
  readonly binding: Binding
  readonly conditions: readonly Condition[]
}

/** A change as one person may see it; `row` is the person's own select, `null` for a deletion. */
export interface VisibleChange {
  readonly table: Table
  readonly change: Change
  readonly row: Row | null
}

/** One channel as the delivery sees it. */
export interface Subscription {
  /** The person it acts for now; `null` is `anon`, who gets nothing. */
  claims(): AccessClaims | null
  readonly bindings: readonly ActiveBinding[]
  deliver(visible: VisibleChange, matching: readonly ActiveBinding[]): void
  /** A filter does not fit its table any more; the channel stops listening. */
  fail(): void
  /** Tells the client to pull. */
  resync(): void
}

/** Whether a binding listens to this table; its filter is not asked. */
export function listensTo({ binding }: ActiveBinding, table: Table): boolean {
  const schema = binding.schema === '*' || binding.schema === table.schema
  return schema && (binding.table === '*' || binding.table === table.name)
}

/** Whether a binding listens to this kind of change. */
export function takes({ binding }: ActiveBinding, type: Change['type']): boolean {
  return binding.event === '*' || binding.event === type
}

/**
 * Parses the filters of a join; `null` if a table is not published or a filter malformed. As on a
 * hosted project one bad binding leaves the whole channel without changes.
 */
export function activate(
  bindings: readonly Binding[],
  catalogue: Catalogue,
): readonly ActiveBinding[] | null {
  const active: ActiveBinding[] = []
  for (const binding of bindings) {
    const conditions = parseFilter(binding.filter)
    if (conditions === null) return null
    if (binding.table === '*') {
      // Tables have different columns, so a filter across all of them means nothing.
      if (conditions.length > 0) return null
    } else {
      const table = catalogue.find(binding.schema, binding.table)
      if (table === undefined || filterExpression(table, conditions, 1) === null) return null
    }
    active.push({ binding, conditions })
  }
  return active
}

/** Asks PostgreSQL whether it can evaluate the filters; `false` if it refuses one. */
export async function validate(
  active: readonly ActiveBinding[],
  catalogue: Catalogue,
  reader: RowReader,
): Promise<boolean> {
  for (const { binding, conditions } of active) {
    const table = catalogue.find(binding.schema, binding.table)
    if (table === undefined || conditions.length === 0) continue
    try {
      await reader.validate(table, conditions)
    } catch (error) {
      if (isFilterFault(error)) return false
      // An outage says nothing about a filter; the resync after it tells the client to pull.
    }
  }
  return true
}
