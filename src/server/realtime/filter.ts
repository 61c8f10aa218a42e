/** Operators of Supabase Realtime's `column=op.value` filters (protocol.md, "Filter"). */
const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const
export type Operator = (typeof operators)[number]

export interface Condition {
  readonly column: string
  readonly negated: boolean
  readonly operator: Operator
  /** One value, or for `in` one or more. */
  readonly values: readonly string[]
}

const mostConditions = 16
const mostValues = 100
const isValues = ['null', 'true', 'false', 'unknown']
const head = /^([A-Za-z_][A-Za-z0-9_]{0,62})=(not\.)?([a-z]+)\./

/**
 * Parses a filter: conditions joined by commas (AND), values optionally double-quoted with `\` as the
 * escape. An empty filter has no conditions; `null` means malformed. Never evaluates anything: that
 * is PostgreSQL's work, under a time limit.
 */
export function parseFilter(text: string): readonly Condition[] | null {
  const conditions: Condition[] = []
  let rest = text
  while (rest !== '') {
    const parsed = parseCondition(rest)
    if (parsed === null || conditions.push(parsed.value) > mostConditions) return null
    if (parsed.rest === '') break
    rest = parsed.rest.slice(1)
    if (!parsed.rest.startsWith(',') || rest === '') return null
  }
  return conditions
}

interface Parsed<T> {
  readonly value: T
  readonly rest: string
}

function parseCondition(text: string): Parsed<Condition> | null {
  const match = head.exec(text)
  const operator = operators.find((known) => known === match?.[3])
  if (match?.[1] === undefined || operator === undefined) return null
  const after = text.slice(match[0].length)
  const parsed = operator === 'in' ? parseList(after) : parseSingle(after)
  if (parsed === null) return null
  const values = operator === 'is' ? parsed.value.map((value) => value.toLowerCase()) : parsed.value
  if (operator === 'is' && !values.every((value) => isValues.includes(value))) return null
  return {
    value: { column: match[1], negated: match[2] !== undefined, operator, values },
    rest: parsed.rest,
  }
}

function parseSingle(text: string): Parsed<string[]> | null {
  const parsed = parseValue(text, /,/)
  return parsed && { value: [parsed.value], rest: parsed.rest }
}

function parseList(text: string): Parsed<string[]> | null {
  if (!text.startsWith('(')) return null
  const values: string[] = []
  let rest = text
  do {
    const parsed = parseValue(rest.slice(1), /[,)]/)
    if (parsed === null || values.push(parsed.value) > mostValues) return null
    rest = parsed.rest
  } while (rest.startsWith(','))
  return rest.startsWith(')') ? { value: values, rest: rest.slice(1) } : null
}

function parseValue(text: string, end: RegExp): Parsed<string> | null {
  if (text.startsWith('"')) return parseQuoted(text)
  const at = text.search(end)
  return at === -1 ? { value: text, rest: '' } : { value: text.slice(0, at), rest: text.slice(at) }
}

function parseQuoted(text: string): Parsed<string> | null {
  let value = ''
  for (let at = 1; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"') return { value, rest: text.slice(at + 1) }
    if (char === '\\') at += 1
    value += text.charAt(at)
  }
  return null
}
