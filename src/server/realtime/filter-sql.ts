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

function comparison(
  { operator, values }: Condition,
  column: string,
  type: string,
  placeholders: readonly string[],
): string {
  const casts = placeholders.map((placeholder) => `${placeholder}::text::${type}`)
  const value = casts[0] ?? ''
  const text = `${placeholders[0] ?? ''}::text`
  switch (operator) {
    case 'eq':
      return `${column} = ${value}`
    case 'neq':
      return `${column} <> ${value}`
    case 'lt':
      return `${column} < ${value}`
    case 'lte':
      return `${column} <= ${value}`
    case 'gt':
      return `${column} > ${value}`
    case 'gte':
      return `${column} >= ${value}`
    case 'in':
      return `${column} in (${casts.join(', ')})`
    case 'isdistinct':
      return `${column} is distinct from ${value}`
    case 'is':
      // One of four words, checked by the parser.
      return `${column} is ${values[0] ?? 'null'}`
    case 'like':
      return `${column}::text like ${text}`
    case 'ilike':
      return `${column}::text ilike ${text}`
    case 'match':
      return `${column}::text ~ ${text}`
    case 'imatch':
      return `${column}::text ~* ${text}`
  }
}
