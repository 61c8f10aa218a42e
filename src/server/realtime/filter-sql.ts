import { quoteName, type Table } from './catalogue.ts'
import type { Condition } from './filter.ts'

/** SQL text with numbered parameters. */
export interface Expression {
  readonly sql: string
  readonly parameters: string[]
}

/**
 * The conditions as one boolean SQL expression over the row alias `t`; parameters are numbered from
 * `first`. `null` if a column does not exist or may not be selected. Values always travel as
 * parameters; names come from the catalogue.
 */
export function filterExpression(
  table: Table,
  conditions: readonly Condition[],
  first: number,
): Expression | null {
  const parameters: string[] = []
  const parts: string[] = []
  for (const condition of conditions) {
    const column = table.columns.find((known) => known.name === condition.column)
    if (column === undefined) return null
    const value = `$${first + parameters.length}::text`
    const plain = comparison(condition, `t.${quoteName(column.name)}`, column.sqlType, value)
    if (condition.operator !== 'is') parameters.push(condition.value)
    parts.push(condition.negated ? `not (${plain})` : plain)
  }
  return { sql: `coalesce(${parts.join(' and ')}, false)`, parameters }
}

const infix = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  isdistinct: 'is distinct from',
} as const

function comparison(
  { operator, value: word }: Condition,
  column: string,
  type: string,
  value: string,
): string {
  // One of four words, checked by the parser.
  if (operator === 'is') return `${column} is ${word}`
  if (operator === 'in') return `${column} = any(${value}::${type}[])`
  return `${column} ${infix[operator]} ${value}::${type}`
}
