import { isJournalTable } from '../../domain/journal-tables.ts'
import { readableColumns } from '../../domain/table-schemas.ts'
import { withoutQuoted } from './quoted.ts'
import type { RestError } from '../guard/responses.ts'

/** Bounds of one request; the product stays far below each of them. */
const limits = { urlLength: 16_384, filters: 12, listItems: 200, depth: 3, embeds: 4, columns: 60 }

/** Operators that the product may use. Patterns a stranger could make expensive are not here. */
const operators = new Set(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is', 'isdistinct'])

const plainParameters = new Set(['select', 'order', 'limit', 'offset', 'columns'])

/** The columns that refer to another exposed table, by which a row there can be embedded. */
const foreignKeyColumns = new Set(['user_id', 'entry_id'])

/**
 * Embeds such as `profiles(name)`, `author:profiles!entries_user_id_fkey(name)` or
 * `profiles:user_id(name)`.
 */
const embedPattern = /^(?:[a-z_]+:)?([a-z_]+)(?:![a-z_]+){0,2}$/

/**
 * Refuses, before anything is parsed or planned, queries that the product never asks: regular
 * expressions, text search, casts, aggregates, deep embeds, huge lists. `undefined` means
 * acceptable; otherwise the answer in PostgREST's shape.
 */
export function queryProblem(url: URL): RestError | undefined {
  if (url.href.length > limits.urlLength)
    return { status: 414, code: 'PGRST100', message: 'The URL is too long' }
  const problem = selectProblem(url.searchParams) ?? filterProblem(url.searchParams)
  if (problem !== undefined) return { status: 400, code: 'PGRST100', message: problem }
  return unknownColumn(url.searchParams)
    ? { status: 400, code: '42703', message: 'This column does not exist' }
    : undefined
}

const columnNames: ReadonlySet<string> = new Set(Object.values(readableColumns).flat())

/**
 * True for a name that is not a column of any table: system columns, whose values depend on private
 * rows (D9), and names that PostgreSQL also accepts as columns, such as a row's own name or a
 * function of the row. The database refuses them too; this keeps them from being planned at all.
 */
function unknownColumn(parameters: URLSearchParams): boolean {
  const names = [...parameters].flatMap(([name, value]) => {
    if (name === 'select') return selectedColumns(value)
    // The client puts each name into quotes here.
    if (name === 'columns') return value.split(',').map((part) => part.replaceAll('"', '').trim())
    if (name === 'order') return value.split(',').map((part) => part.split('.')[0] ?? '')
    if (/^(?:not\.)?(?:and|or)$/.test(name)) return logicColumns(value)
    return name === 'limit' || name === 'offset' || name === 'apikey' ? [] : [name]
  })
  return names.some((name) => name !== '' && name !== '*' && !columnNames.has(name))
}

/** What a select holds beside the names of embedded resources, without aliases. */
function selectedColumns(select: string): string[] {
  return [...select.matchAll(/([^,()]+)(\(?)/g)]
    .filter(([, , opening]) => opening === '')
    .map(([, item = '']) => item.trim().replace(/^[a-z_]+:/, ''))
}

/** The columns before an operator inside `and` and `or`. */
function logicColumns(value: string): string[] {
  const bare = withoutQuoted(value).replaceAll(/\bin\.\([^()]*\)/g, '')
  return [...bare.matchAll(/(?:^|[(,])\s*(?:not\.)?([a-z_]+)(?=[.(])/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'and' && name !== 'or')
}

function selectProblem(parameters: URLSearchParams): string | undefined {
  for (const name of plainParameters)
    if (parameters.getAll(name).length > 1) return `"${name}" was given twice`
  const select = parameters.get('select') ?? ''
  if (!/^[a-z_:!*,() ]*$/.test(select) || select.includes('::')) return 'This select is not allowed'
  const embeds = select.split('(').slice(0, -1)
  if (embeds.length > limits.embeds || depthOf(select) > 2) return 'Too many embedded resources'
  for (const before of embeds) {
    const name = before.split(/[,()]/).at(-1)?.trim() ?? ''
    const table = embedPattern.exec(name)?.[1]
    if (table === undefined || !(isJournalTable(table) || foreignKeyColumns.has(table)))
      return 'This embedded resource is not allowed'
  }
  const listed = `${select},${parameters.get('order') ?? ''},${parameters.get('columns') ?? ''}`
  if (listed.split(',').length > limits.columns) return 'Too many columns'
  return /^[a-z_.,]*$/.test(parameters.get('order') ?? '') ? undefined : 'This order is not allowed'
}

function filterProblem(parameters: URLSearchParams): string | undefined {
  let filters = 0
  for (const [name, value] of parameters) {
    if (plainParameters.has(name) || name === 'apikey') continue
    const logic = /^(?:not\.)?(?:and|or)$/.test(name)
    if (!logic && !/^[a-z_]+$/.test(name)) return 'This filter is not allowed'
    const conditions = logic ? logicConditions(value) : [value]
    if (conditions === undefined) return 'This filter is nested too deeply'
    filters += conditions.length
    if (filters > limits.filters) return 'Too many filters'
    for (const condition of conditions) {
      const problem = conditionProblem(condition)
      if (problem !== undefined) return problem
    }
  }
  return undefined
}

/** `op.value` with an optional `not.`; inside `and`/`or` the column has been cut off already. */
function conditionProblem(condition: string): string | undefined {
  const match = /^(?:not\.)?([a-z]+)\.(.*)$/s.exec(condition)
  const operator = match?.[1] ?? ''
  if (!operators.has(operator)) return 'This operator is not allowed'
  const items = operator === 'in' ? withoutQuoted(match?.[2] ?? '').split(',').length : 1
  return items > limits.listItems ? 'The list is too long' : undefined
}

/** The single conditions of `(a.eq.1,and(b.gt.2,c.lt.3))` without their columns. */
function logicConditions(value: string): string[] | undefined {
  const bare = withoutQuoted(value)
  if (depthOf(bare) > limits.depth) return undefined
  return bare
    .replace(/\bin\.\(([^()]*)\)/g, (_, list: string) => `in.${list.replaceAll(',', ';')}`)
    .split(/[(),]/)
    .map((part) => part.trim())
    .filter((part) => !/^(?:(?:not\.)?(?:and|or))?$/.test(part))
    .map((part) => part.replace(/^[a-z_]+\./, '').replaceAll(';', ','))
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const character of text) {
    if (character === '(') deepest = Math.max(deepest, (depth += 1))
    else if (character === ')') depth -= 1
  }
  return deepest
}
