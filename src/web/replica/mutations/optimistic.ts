import type { PartnerId } from '../../../domain/ids.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { MutableTable } from './kind.ts'
import { kindOf, type Mutation } from './registry.ts'
import { rowKey } from './row-keys.ts'

/**
 * The rows that screens show: the server's with the pending mutations of this table applied in their
 * order. Nothing of it is stored, so an echo of the server cannot overwrite what is pending, and
 * removing a mutation restores the server's row. A row that no mutation changes is the identical one.
 */
export function optimistic<Table extends MutableTable>(
  table: Table,
  rows: readonly RowOf<Table>[],
  mutations: readonly Mutation[],
  me: PartnerId,
): readonly RowOf<Table>[] {
  const shown = new Map(rows.map((row) => [rowKey(table, row), row]))
  for (const mutation of mutations) {
    const kind = kindOf(mutation)
    if (kind.table !== table) continue
    if (kind.arrange !== undefined) {
      const arranged = kind.arrange([...shown.values()], mutation) as readonly RowOf<Table>[]
      for (const row of arranged) shown.set(rowKey(table, row), row)
      continue
    }
    const key = kind.rowKey(mutation, me)
    const row = kind.apply(shown.get(key), mutation, me) as RowOf<Table> | undefined
    if (row === undefined) shown.delete(key)
    else shown.set(key, row)
  }
  return [...shown.values()]
}

/** The row with this key with the pending mutations about it, and about no other row, applied. */
export function optimisticRow<Table extends MutableTable>(
  table: Table,
  key: string,
  row: RowOf<Table> | undefined,
  mutations: readonly Mutation[],
  me: PartnerId,
): RowOf<Table> | undefined {
  return mutations.reduce((shown, mutation) => {
    const kind = kindOf(mutation)
    const isAbout = kind.table === table && kind.rowKey(mutation, me) === key
    return isAbout ? (kind.apply(shown, mutation, me) as RowOf<Table> | undefined) : shown
  }, row)
}
