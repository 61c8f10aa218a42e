/**
 * Operators of Supabase Realtime's `column=op.value` filters (docs/protocol.md "Filters"), without
 * patterns (`like`, `ilike`, `match`, `imatch`): those can occupy the database, and the product
 * does not use them.
 */
const operators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'is', 'isdistinct'] as const
export type Operator = (typeof operators)[number]

export interface Condition {
  readonly column: string
  readonly negated: boolean
  readonly operator: Operator
  /** For `in` PostgreSQL's array literal, as on a hosted project; for `is` one of four words. */
  readonly value: string
}

const mostConditions = 16
const mostValues = 100
const isValues = ['null', 'true', 'false', 'unknown']
const conditionPattern = /^([A-Za-z_][A-Za-z0-9_]{0,62})=(not\.)?([a-z]+)\.(.*)$/s
const listPattern = /^\((.*)\)$/s
const quotedPattern = /^"((?:[^"\\]|\\.)*)"$/s

/**
 * Parses a filter as a hosted project does: conditions between commas (AND), each trimmed; no comma
 * within parentheses or double quotes divides. A blank filter has no conditions; `null` means
 * malformed. Never evaluates anything: that is PostgreSQL's work.
 */
export function parseFilter(text: string): readonly Condition[] | null {
  if (text.trim() === '') return []
  // A quote opens only at the beginning of a value or an element; elsewhere it is an ordinary
  // character.
  const parts = split(text, (previous) => ['.', '(', ','].includes(previous))
  if (parts.length > mostConditions) return null
  const conditions: Condition[] = []
  for (const part of parts) {
    const condition = parseCondition(part.trim())
    if (condition === null) return null
    conditions.push(condition)
  }
  return conditions
}

function parseCondition(text: string): Condition | null {
  const [, column, not, name, given] = conditionPattern.exec(text) ?? []
  const operator = operators.find((known) => known === name)
  if (column === undefined || given === undefined || operator === undefined) return null
  const value = operator === 'in' ? arrayLiteral(given) : unquoted(given)
  if (value === null || (operator === 'is' && !isValues.includes(value))) return null
  return { column, negated: not !== undefined, operator, value }
}

function arrayLiteral(value: string): string | null {
  const list = listPattern.exec(value)?.[1]
  return list === undefined || split(list, () => true).length > mostValues ? null : `{${list}}`
}

/** A value without its quotes and escapes; one whose quotes are not closed is taken literally. */
function unquoted(value: string): string {
  const text = quotedPattern.exec(value)?.[1]
  return text === undefined ? value : text.replaceAll(/\\(.)/gs, '$1')
}

/** Divides at commas outside of parentheses and quotes; `opens` gets the text before a quote. */
function split(text: string, opens: (previous: string) => boolean): string[] {
  const parts: string[] = []
  let start = 0
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (quoted) {
      if (char === '\\') at += 1
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = opens(at === start ? '' : text.charAt(at - 1))
    else if (char === '(') depth += 1
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
