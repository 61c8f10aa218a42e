import * as v from 'valibot'
import { restError } from '../guard/responses.ts'
import type { RestError } from '../guard/responses.ts'

type Fetch = (request: Request) => Promise<Response>

/** The name under which a row's id is read, so that rows can be put in order. */
const idAlias = 'written_row_id'

const rowList = v.array(v.record(v.string(), v.unknown()))
const writtenIds = v.union([
  v.array(v.object({ id: v.string() })),
  v.pipe(
    v.object({ id: v.string() }),
    v.transform((row) => [row]),
  ),
])

/**
 * Sends a forwarded request and answers as PostgREST would. If Supabase Lite would answer other
 * rows than it wrote, an insert or an update returns ids alone, and the rows are read by their ids
 * as the same person. A row that someone changes or deletes in between is answered as it is then.
 */
export async function fetchWritten(request: Request, fetch: Fetch): Promise<Response> {
  if (!isAnsweredWrong(request)) return fetch(request)
  // Supabase Lite reads what it deletes before it deletes it.
  if (request.method === 'DELETE') return deletedRows(request, await fetch(request))
  const select = selectOf(request)
  const written = await fetch(await returningIds(request))
  if (!written.ok) return written
  const ids = v.parse(writtenIds, await written.json()).map(({ id }) => id)
  if (ids.length === 0) return answer(request, written, [])
  const read = await fetch(readById(request, ids, select))
  if (!read.ok) return read
  const { status } = written
  if (asksForCsv(request)) return new Response(read.body, { status, headers: read.headers })
  return answer(request, written, inOrder(request, ids, v.parse(rowList, await read.json())))
}

/**
 * Supabase Lite reads embedded and renamed columns by the write's own filter, which may no longer
 * find the rows, and ignores `.single()`; `columns` is left only if `writeBody` leaves it.
 */
function isAnsweredWrong(request: Request): boolean {
  const returnsRows = (request.headers.get('prefer') ?? '').includes('return=representation')
  if (!returnsRows || request.method === 'GET' || request.method === 'HEAD') return false
  return /[(:]/.test(selectOf(request)) || new URL(request.url).searchParams.has('columns')
}

async function deletedRows(request: Request, response: Response): Promise<Response> {
  if (!response.ok || asksForCsv(request)) return response
  const rows: unknown = await response.clone().json()
  return Array.isArray(rows) ? answer(request, response, v.parse(rowList, rows)) : response
}

async function returningIds(request: Request): Promise<Request> {
  const url = new URL(request.url)
  url.searchParams.set('select', 'id')
  url.searchParams.delete('order')
  const headers = new Headers(request.headers)
  headers.set('accept', asksForOne(request) ? objectType : 'application/json')
  return new Request(url, { method: request.method, headers, body: await request.text() })
}

function readById(request: Request, ids: readonly string[], select: string): Request {
  const { origin, pathname, searchParams } = new URL(request.url)
  const url = new URL(pathname, origin)
  const csv = asksForCsv(request)
  url.searchParams.set('select', csv ? select : `${select},${idAlias}:id`)
  url.searchParams.set('id', `in.(${ids.join()})`)
  const order = searchParams.get('order')
  if (order !== null) url.searchParams.set('order', order)
  const headers = new Headers({ accept: csv ? 'text/csv' : arrayType(request) })
  for (const name of ['apikey', 'authorization']) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Request(url, { headers })
}

/** In the order in which they were written, unless another was asked for, without the added id. */
function inOrder(
  request: Request,
  ids: readonly string[],
  rows: v.InferOutput<typeof rowList>,
): v.InferOutput<typeof rowList> {
  const places = new Map<unknown, number>(ids.map((id, place) => [id, place]))
  const placeOf = (row: Readonly<Record<string, unknown>>) => places.get(row[idAlias]) ?? 0
  const isOrdered = new URL(request.url).searchParams.has('order')
  const ordered = isOrdered ? rows : rows.toSorted((a, b) => placeOf(a) - placeOf(b))
  return ordered.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => name !== idAlias)),
  )
}

/** The rows in the requested form, with status and headers of the write's own answer. */
function answer(
  request: Request,
  written: Response,
  rows: v.InferOutput<typeof rowList>,
): Response {
  const one = asksForOne(request)
  if (one && rows.length !== 1) return restError(notSingle(rows.length))
  const headers = new Headers(written.headers)
  headers.delete('content-length')
  headers.set('content-type', `${one ? objectType : arrayType(request)}; charset=utf-8`)
  return new Response(JSON.stringify(one ? rows[0] : rows), { status: written.status, headers })
}

const objectType = 'application/vnd.pgrst.object+json'

function arrayType(request: Request): string {
  const stripped = accepted(request).includes('nulls=stripped')
  return stripped ? 'application/vnd.pgrst.array+json;nulls=stripped' : 'application/json'
}

function selectOf(request: Request): string {
  return new URL(request.url).searchParams.get('select') ?? '*'
}

function accepted(request: Request): string {
  return request.headers.get('accept') ?? ''
}

function asksForOne(request: Request): boolean {
  return accepted(request).includes('vnd.pgrst.object')
}

function asksForCsv(request: Request): boolean {
  return accepted(request).startsWith('text/csv')
}

/** PostgREST's answer if a single row was requested and there is another number of them. */
export function notSingle(count: number | 'several'): RestError {
  return {
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${count} rows`,
  }
}
