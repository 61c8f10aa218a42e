import { quoteName, type Table } from './catalogue.ts'
import type { Condition, Operator } from './filter.ts'

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
    const placeholders = condition.values.map((_, index) => `$${first + parameters.length + index}`)
    const plain = comparison(condition, `t.${quoteName(column.name)}`, column.sqlType, placeholders)
    if (condition.operator !== 'is') parameters.push(...condition.values)
    parts.push(condition.negated ? `not (${plain})` : plain)
  }
  return { sql: `coalesce(${parts.join(' and ')}, false)`, parameters }
}

/** The regular expressions of a filter: PostgreSQL compiles them only when a row reaches them. */
export function patternsOf(conditions: readonly Condition[]): string[] {
  return conditions
    .filter(({ operator }) => operator === 'match' || operator === 'imatch')
    .flatMap(({ values }) => values)
}

const infix = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  isdistinct: 'is distinct from',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
} as const
const patternOperators: readonly Operator[] = ['like', 'ilike', 'match', 'imatch']

function comparison(
  { operator, values }: Condition,
  column: string,
  type: string,
  placeholders: readonly string[],
): string {
  // One of four words, checked by the parser.
  if (operator === 'is') return `${column} is ${values[0] ?? 'null'}`
  const casts = placeholders.map((placeholder) => `${placeholder}::text::${type}`)
  if (operator === 'in') return `${column} in (${casts.join(', ')})`
  const placeholder = placeholders[0] ?? ''
  return patternOperators.includes(operator)
    ? `${column}::text ${infix[operator]} ${placeholder}::text`
    : `${column} ${infix[operator]} ${placeholder}::text::${type}`
}
