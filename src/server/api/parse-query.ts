import * as v from 'valibot'
import type { JournalTable } from '../../domain/journal-tables.ts'
import type { Beyond, Filter, Order, Selected } from './parsed-request.ts'
import { readableColumns } from '../../domain/table-schemas.ts'
import { isPulled, tableShapes, type Filters } from './request-shapes.ts'
import type { RestError } from '../guard/responses.ts'
import { safeParse } from '../../domain/parse.ts'

/** As many rows as a hosted project returns at most. */
const mostRows = 1000

const pageOrders = ['updated_at.asc,id.asc', 'updated_at.desc,id.desc']

/** Rows beyond a key, as the client writes it: a later id if the time is the same. */
const beyondPattern =
  /^\(updated_at\.(gt|lt)\.("?)([\dT:.+Z -]{10,40})\2,and\(updated_at\.eq\.\2\3\2,id\.\1\.([0-9a-f-]{36})\)\)$/

export function parseReadQuery(table: JournalTable, query: URLSearchParams) {
  const { filters = [], orders = [], withProfile = false } = tableShapes[table].read ?? {}
  const order = v.picklist(
    isPulled(table) ? [...orders, ...pageOrders] : orders,
    'This order is not accepted',
  )
  const entries = {
    select: selectSchema(table, withProfile),
    order: v.optional(v.pipe(order, v.transform(orderOf))),
    limit: v.optional(limitSchema, String(mostRows)),
    or: v.optional(beyondSchema),
  }
  const read = parse(table, entries, filters, query)
  if (isRefused(read)) return read
  const { select: selected, order: inOrder, limit, or: beyond } = read.parameters
  if (beyond !== undefined && !isInOrder(beyond, inOrder))
    return refused('A page is read in the order of its key')
  return { selected, filters: read.filters, beyond, order: inOrder, limit }
}

export function parseInsertQuery(table: JournalTable, query: URLSearchParams) {
  /** The columns that each row has; without them all rows have the same. */
  const columns = v.pipe(
    v.string(),
    v.transform((list) => list.split(',').map((name) => name.replace(/^"(.*)"$/, '$1'))),
  )
  const entries = { select: selectSchema(table, false), columns: v.optional(columns) }
  const read = parse(table, entries, [], query)
  if (isRefused(read)) return read
  return { returning: read.parameters.select.columns, listed: read.parameters.columns }
}

/** The filters of an update or a deletion; never all rows. */
export function parseMatchQuery(
  table: JournalTable,
  verb: 'UPDATE' | 'DELETE',
  query: URLSearchParams,
) {
  const { update, delete: deletion } = tableShapes[table]
  const filters = verb === 'UPDATE' ? update?.filters : deletion
  const read = parse(table, { select: selectSchema(table, false) }, filters ?? [], query)
  if (isRefused(read)) return read
  if (read.filters.length === 0)
    return { status: 400, code: '21000', message: `${verb} requires a WHERE clause` }
  return { returning: read.parameters.select.columns, filters: read.filters }
}

const limitSchema = v.pipe(
  v.string(),
  v.regex(/^\d{1,9}$/, 'This limit is not accepted'),
  v.transform((limit) => Math.min(Number(limit), mostRows)),
)

const beyondSchema = v.pipe(
  v.string(),
  v.regex(beyondPattern, 'This filter is not accepted'),
  v.transform((text): Beyond => {
    const [, compare, , updatedAt = '', id = ''] = beyondPattern.exec(text) ?? []
    return { compare: compare === 'gt' ? '>' : '<', updatedAt, id }
  }),
)

function orderOf(text: string): Order {
  const parts = text.split(',').map((part) => part.split('.'))
  const direction = parts[0]?.[1] === 'desc' ? 'desc' : 'asc'
  return { columns: parts.map(([column = '']) => column), direction }
}

function isInOrder({ compare }: Beyond, order: Order | undefined): boolean {
  return order?.columns[0] === 'updated_at' && (order.direction === 'asc') === (compare === '>')
}

/** `profiles(name)`, `author:profiles!entries_user_id_fkey(id,name)` or `profiles:user_id(name)`. */
const profilePattern =
  /^(?:([a-z_]+):)?(profiles|user_id)(?:!(?:user_id|[a-z_]+_user_id_fkey))?\(([a-z_,*]+)\)$/

function selectSchema(table: JournalTable, withProfile: boolean) {
  return v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }): Selected => {
        const selected = selectedIn(table, withProfile, dataset.value)
        if (typeof selected !== 'string') return selected
        addIssue({ message: selected })
        return NEVER
      }),
    ),
    '*',
  )
}

/** The columns of a select, or the reason why it is refused. */
function selectedIn(table: JournalTable, withProfile: boolean, select: string): Selected | string {
  const items = select === '' ? ['*'] : (select.match(/[^,()]+(?:\([^()]*\))?/g) ?? [])
  if (select !== '' && items.join() !== select) return 'This select is not accepted'
  const columns: string[] = []
  let profile: Selected['profile']
  for (const item of items) {
    const [, alias, target = '', inner] = profilePattern.exec(item) ?? []
    if (inner !== undefined && withProfile && profile === undefined) {
      const named = columnsIn('profiles', inner.split(','))
      if (named === undefined) return unknownColumn
      profile = { name: alias ?? target, columns: named }
      continue
    }
    if (!/^(?:[a-z_]+|\*)$/.test(item)) return 'This select is not accepted'
    const named = columnsIn(table, [item])
    if (named === undefined) return unknownColumn
    columns.push(...named)
  }
  const distinct = [...new Set(columns)].filter((column) => column !== profile?.name)
  return { columns: distinct, profile }
}

const unknownColumn = '42703 This column does not exist'

/** The columns of a list, in which `*` stands for all; `undefined` if one of them does not exist. */
function columnsIn(table: JournalTable, list: readonly string[]): string[] | undefined {
  const known: readonly string[] = readableColumns[table]
  const named = list.flatMap((item) => (item === '*' ? known : [item]))
  return named.every((column) => known.includes(column)) ? [...named] : undefined
}

type Entries = Readonly<Record<string, v.GenericSchema>>

interface Parsed<Given extends Entries> {
  readonly parameters: v.InferOutput<v.ObjectSchema<Given, undefined>>
  readonly filters: readonly Filter[]
}

/** Reads a query of these parameters and filters, each at most once; anything else is refused. */
function parse<Given extends Entries>(
  table: JournalTable,
  entries: Given,
  accepted: readonly Filters[],
  query: URLSearchParams,
): Parsed<Given> | RestError {
  const names = [...query.keys()]
  if (new Set(names).size < names.length) return refused('A parameter was given twice')
  const filters: Filter[] = []
  for (const [name, value] of query) {
    if (name === 'apikey' || Object.hasOwn(entries, name)) continue
    const filter = filterOf(table, name, accepted, value)
    if (isRefused(filter)) return filter
    filters.push(filter)
  }
  if (filters.length > 0 && !accepted.some((together) => areColumnsOf(together, filters)))
    return refused('These filters are not accepted without others')
  const parameters = safeParse(v.object(entries), Object.fromEntries(query))
  return parameters.success
    ? { parameters: parameters.output, filters }
    : refused(parameters.issues[0].message)
}

function areColumnsOf(together: Filters, filters: readonly Filter[]): boolean {
  const isNamed = ({ column }: Filter) => Object.hasOwn(together, column)
  return filters.length === Object.keys(together).length && filters.every(isNamed)
}

function filterOf(
  table: JournalTable,
  column: string,
  accepted: readonly Filters[],
  text: string,
): Filter | RestError {
  const operators = accepted.find((together) => Object.hasOwn(together, column))?.[column]
  if (operators === undefined)
    return refused(isUnknown(table, column) ? unknownColumn : 'This filter is not accepted')
  const [, given = '', value = ''] = /^([a-z]+)\.(.*)$/s.exec(text) ?? []
  const operator = (['eq', 'gt', 'in', 'is'] as const).find((name) => name === given)
  const schema = operator === undefined ? undefined : operators[operator]
  if (operator === undefined || schema === undefined)
    return refused('This operator is not accepted')
  const parsed = safeParse(schema, value)
  return parsed.success
    ? { column, operator, value: parsed.output }
    : refused(parsed.issues[0].message)
}

/** PostgREST's parameters that are no columns and are not accepted. */
const otherParameters = new Set([
  'select',
  'order',
  'limit',
  'offset',
  'columns',
  'on_conflict',
  'and',
  'or',
])

function isUnknown(table: JournalTable, name: string): boolean {
  return (
    columnsIn(table, [name]) === undefined && /^[a-z_]+$/.test(name) && !otherParameters.has(name)
  )
}

/** A refusal in the form that schemas write it: a code may stand before the sentence. */
export function refused(message: string): RestError {
  const [, code, sentence] = /^([0-9A-Z]{5}|PGRST\d{3}) (.*)$/.exec(message) ?? []
  return { status: 400, code: code ?? 'PGRST100', message: sentence ?? message }
}

export function isRefused(value: object): value is RestError {
  return 'status' in value && 'code' in value
}
