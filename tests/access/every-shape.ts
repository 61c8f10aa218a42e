import { journalTables } from '../../src/domain/journal-tables.ts'
import { isPulled, tableShapes, type Filters } from '../../src/server/api/request-shapes.ts'
import type { Question } from './pseudo-columns.ts'

/** A value by column; others get one that fits every kind of column. */
type Values = Readonly<Record<string, string>>

const returning = { prefer: 'return=representation' }

/** Each filter with each operator of its last column. */
function filtersOf(accepted: readonly Filters[], values: Values): string[] {
  const valueOf = (column: string) => encodeURIComponent(values[column] ?? fallback(column))
  const written = (column: string, operator: string) => {
    const value = { in: `(${valueOf(column)})`, is: 'null' }[operator] ?? valueOf(column)
    return `${column}=${operator}.${value}`
  }
  return accepted.flatMap((filters) => {
    const columns = Object.keys(filters)
    const last = columns.at(-1) ?? ''
    const before = columns.slice(0, -1).map((column) => written(column, 'eq'))
    const operators = Object.keys(filters[last] ?? {})
    return operators.map((operator) => [...before, written(last, operator)].join('&'))
  })
}

function fallback(column: string): string {
  if (column === 'until') return '2026-11-22'
  if (column === 'ordinal') return '0'
  return column.endsWith('id') ? crypto.randomUUID() : 'entries'
}

/** Every read that the table of request shapes has: columns, filters, orders and pages. */
export function everyRead(values: Values): Question[] {
  return journalTables.flatMap((table) => {
    const { read } = tableShapes[table]
    if (read === undefined) return []
    const { filters = [], orders = [], withProfile = false } = read
    const key = `updated_at.gt.1970-01-01T00:00:00.000000Z,and(updated_at.eq.1970-01-01T00:00:00.000000Z,id.gt.${crypto.randomUUID()})`
    const pages = isPulled(table)
      ? ['asc', 'desc'].flatMap((way) => {
          const page = `order=updated_at.${way},id.${way}`
          return [page, `${page}&or=(${way === 'asc' ? key : key.replaceAll('.gt.', '.lt.')})`]
        })
      : []
    const asked = [
      '',
      'limit=1',
      'limit=0',
      ...orders.map((order) => `order=${order}`),
      ...filtersOf(filters, values),
      ...pages,
    ]
    const selects = withProfile ? ['*', '*,profiles(*)', 'user_id,profiles:user_id(name)'] : ['*']
    return selects.flatMap((select) =>
      asked.map((query) => ({ path: `${table}?select=${select}&${query}`.replace(/&$/, '') })),
    )
  })
}

/** Every update of the table of request shapes, with this row. */
export function everyUpdate(values: Values, row: Readonly<Record<string, unknown>>): Question[] {
  return journalTables.flatMap((table) =>
    filtersOf(tableShapes[table].update?.filters ?? [], values).map((query) => ({
      path: `${table}?${query}`,
      method: 'PATCH',
      headers: returning,
      body: row,
    })),
  )
}

/** Every deletion of the table of request shapes. */
export function everyDeletion(values: Values): Question[] {
  return journalTables.flatMap((table) =>
    filtersOf(tableShapes[table].delete ?? [], values).map((query) => ({
      path: `${table}?${query}`,
      method: 'DELETE',
      headers: returning,
    })),
  )
}
