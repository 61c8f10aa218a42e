import * as v from 'valibot'
import { isJournalTable, type JournalTable } from '../../domain/journal-tables.ts'
import type { ParsedRequest, RequestedAnswer } from './parsed-request.ts'
import {
  isRefused,
  parseInsertQuery,
  parseMatchQuery,
  parseReadQuery,
  refused,
} from './parse-query.ts'
import { readableColumns } from '../../domain/table-schemas.ts'
import { functionShapes, isFunctionName, tableShapes, type FunctionName } from './request-shapes.ts'
import { jsonOf } from '../guard/body-limit.ts'
import type { RestError } from '../guard/responses.ts'
import { parseIfValid, safeParse } from '../../domain/parse.ts'

/** The product stays far below it: the longest filter is a quote of 1000 characters. */
const longestUrl = 16_384

/** A request for rows by its method and path, as far as the table of request shapes has it. */
export type RestRoute =
  | { readonly kind: 'table'; readonly table: JournalTable; readonly method: Method }
  | { readonly kind: 'function'; readonly name: FunctionName }
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** The methods under a path, `undefined` for a path that does not exist. */
export function routesOf(pathname: string): ReadonlyMap<string, RestRoute> | undefined {
  const name = /^\/rest\/v1\/(?:rpc\/)?([a-z_]+)$/.exec(pathname)?.[1] ?? ''
  if (pathname.startsWith('/rest/v1/rpc/'))
    return isFunctionName(name) ? new Map([['POST', { kind: 'function', name }]]) : undefined
  if (!isJournalTable(name)) return undefined
  const { read, insert, update, delete: deletion } = tableShapes[name]
  if (read === undefined) return undefined
  const methods: Method[] = ['GET']
  if (insert !== undefined) methods.push('POST')
  if (update !== undefined) methods.push('PATCH')
  if (deletion !== undefined) methods.push('DELETE')
  const routes = methods.map((method) => [method, { kind: 'table', table: name, method }] as const)
  return new Map<string, RestRoute>([
    ...routes,
    ['HEAD', { kind: 'table', table: name, method: 'GET' }],
  ])
}

/** Reads a request of this route to its end, or says why it is refused. The body may have been read before. */
export async function parseRequest(
  request: Request,
  route: RestRoute,
  body = async () => jsonOf(request),
): Promise<ParsedRequest | RestError> {
  const url = new URL(request.url)
  if (url.href.length > longestUrl)
    return { status: 414, code: 'PGRST100', message: 'The URL is too long' }
  if (request.method === 'HEAD') return noHead
  const isPicture = route.kind === 'function' && route.name === 'photo_picture'
  const preferred = parseHeaders(request, isPicture ? pictureType : 'application/json')
  if (isRefused(preferred)) return preferred
  if (route.kind === 'function') return parseCall(body, url, route.name, preferred)
  const { table, method } = route
  if (method === 'GET') {
    const query = parseReadQuery(table, url.searchParams)
    if (isRefused(query)) return query
    const { selected, filters, order } = query
    const isWhole =
      selected.columns.length === readableColumns[table].length && selected.profile === undefined
    const isPull = isWhole && filters.length === 0 && order?.columns[0] === 'updated_at'
    return { kind: 'read', table, ...query, isPull, requested: { ...preferred, returning: [] } }
  }
  if (method === 'POST') return parseInsert(request, url, table, preferred)
  const verb = method === 'PATCH' ? 'UPDATE' : 'DELETE'
  const query = parseMatchQuery(table, verb, url.searchParams)
  if (isRefused(query)) return query
  const requested = requestedOf(preferred, query.returning)
  if (method === 'DELETE') return { kind: 'delete', table, filters: query.filters, requested }
  const row = await parseRow(request, table)
  return isRefused(row) ? row : { kind: 'update', table, ...row, filters: query.filters, requested }
}

/** Not 404, which the unmodified client takes for success if it comes without a body. */
const noHead: RestError = {
  status: 400,
  code: 'PGRST117',
  message: 'Unsupported HTTP method: HEAD',
}

interface Preferred {
  /** One row as an object. */
  readonly one: boolean
  readonly returnsRows: boolean
}

function requestedOf({ one, returnsRows }: Preferred, columns: readonly string[]): RequestedAnswer {
  return { one, returning: returnsRows ? columns : undefined }
}

export const objectType = 'application/vnd.pgrst.object+json'

/** The type of a picture's bytes: PostgREST knows it by a domain of this name. */
export const pictureType = 'application/octet-stream'

function parseHeaders({ method, headers }: Request, answered: string): Preferred | RestError {
  const profile = headers.get('accept-profile') ?? headers.get('content-profile')
  if (profile !== null && profile !== 'public')
    return { status: 406, code: 'PGRST106', message: 'Invalid schema' }
  const types = (headers.get('accept') ?? '*/*').split(',').map((type) => type.trim())
  const objects = answered === pictureType ? [] : [objectType]
  const type = types.find((name) => [...objects, '*/*', answered].includes(name))
  if (type === undefined)
    return { status: 406, code: 'PGRST107', message: 'None of these media types are available' }
  if (headers.has('range')) return refused('Rows are limited by a query, not by a range')
  const hasBody = method === 'POST' || method === 'PATCH'
  if (hasBody && !/^application\/json(?:;|$)/i.test(headers.get('content-type') ?? ''))
    return { status: 415, code: 'PGRST102', message: 'Content-Type not acceptable' }
  const prefer = (headers.get('prefer') ?? '').split(',').map((part) => part.trim())
  const accepted = method === 'GET' ? [''] : ['', 'return=minimal', 'return=representation']
  if (!prefer.every((part) => accepted.includes(part)))
    return { status: 400, code: 'PGRST122', message: 'Invalid preferences given' }
  return { one: type === objectType, returnsRows: prefer.includes('return=representation') }
}

const notAList = v.check((value) => !Array.isArray(value))
/** The library leaves this column out, so the row would be written without it. */
const noPrototype = v.check(
  (value) => typeof value !== 'object' || value === null || !Object.hasOwn(value, '__proto__'),
)
const rowSchema = v.pipe(
  v.unknown(),
  notAList,
  noPrototype,
  v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
)
type Row = v.InferOutput<typeof rowSchema>
const argumentsSchema = v.pipe(v.unknown(), notAList, v.record(v.string(), v.unknown()))

async function parseInsert(
  request: Request,
  url: URL,
  table: JournalTable,
  preferred: Preferred,
): Promise<ParsedRequest | RestError> {
  const query = parseInsertQuery(table, url.searchParams)
  if (isRefused(query)) return query
  const body = parseIfValid(v.union([v.array(rowSchema), rowSchema]), await jsonOf(request))
  if (body === undefined) return noRows
  const rows = Array.isArray(body) ? body : [body]
  const columns = query.listed ?? commonColumns(rows)
  if (columns === undefined)
    return { status: 400, code: 'PGRST102', message: 'All object keys must match' }
  const problem = columnProblem(table, columns, tableShapes[table].insert ?? [])
  if (problem !== undefined) return problem
  if (columns.length === 0 && rows.length > 0) return noRows
  const requested = requestedOf(preferred, query.returning)
  return { kind: 'insert', table, columns, rows: JSON.stringify(rows), requested }
}

const noRows: RestError = { status: 400, code: 'PGRST102', message: 'Empty or invalid json' }

/** The columns of every row; `undefined` if they differ. */
function commonColumns(rows: readonly Row[]): readonly string[] | undefined {
  const [first = []] = rows.map((row) => Object.keys(row))
  const isSame = (row: Row) =>
    Object.keys(row).length === first.length && first.every((name) => Object.hasOwn(row, name))
  return rows.every(isSame) ? first : undefined
}

async function parseRow(
  request: Request,
  table: JournalTable,
): Promise<{ readonly columns: readonly string[]; readonly row: string } | RestError> {
  const body = parseIfValid(rowSchema, await jsonOf(request))
  if (body === undefined) return noRows
  const columns = Object.keys(body)
  const problem = columnProblem(table, columns, tableShapes[table].update?.columns ?? [])
  return problem ?? { columns, row: JSON.stringify(body) }
}

/** PostgREST's error for a column that does not exist, and PostgreSQL's for one that may not be written. */
function columnProblem(
  table: JournalTable,
  columns: readonly string[],
  accepted: readonly string[],
): RestError | undefined {
  const known: readonly string[] = readableColumns[table]
  if (columns.every((column) => accepted.includes(column))) return undefined
  const unknown = columns.find((column) => !known.includes(column))
  if (unknown === undefined)
    return { status: 403, code: '42501', message: `permission denied for table ${table}` }
  const message = `Could not find the '${unknown}' column of '${table}' in the schema cache`
  return { status: 400, code: 'PGRST204', message }
}

async function parseCall(
  body: () => Promise<unknown>,
  url: URL,
  name: FunctionName,
  { one }: Preferred,
): Promise<ParsedRequest | RestError> {
  if ([...url.searchParams.keys()].some((key) => key !== 'apikey'))
    return refused('A function takes no query')
  const given = parseIfValid(argumentsSchema, await body())
  if (given === undefined) return noRows
  const values = safeParse(functionShapes[name], given)
  if (values.success)
    return { kind: 'call', name, values: values.output, requested: { one, returning: [] } }
  const { message } = values.issues[0]
  return /^\w{5} /.test(message)
    ? refused(message)
    : {
        status: 404,
        code: 'PGRST202',
        message: `Could not find the function public.${name} with these arguments in the schema cache`,
      }
}
