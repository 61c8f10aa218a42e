import { randomUUID } from 'node:crypto'
import { restError } from '../guard/responses.ts'

type Row = Readonly<Record<string, unknown>>

const maxValues = 10_000

/** The address and the body of a write as Supabase Lite may see them. */
export interface WriteBody {
  readonly url: URL
  readonly body: string
}

/**
 * A write with `columns`, with PostgREST's meaning: each row has exactly these columns, and a
 * missing key is null, or the column's default with `missing=default`. Supabase Lite would store
 * the default either way and answer null. So this gives all rows the same keys and removes
 * `columns`. It stays only if rows need defaults for different columns; Supabase Lite then answers
 * other values than it stored, see `fetchWritten`. A body that is neither a row nor a list of rows
 * is passed on and refused there. Answers 400 if an update asks for a default, which is not
 * supported, and for more values than 64 kB of rows should become.
 */
export function writeBody(request: Request, body: string): WriteBody | Response {
  const url = new URL(request.url)
  const listed = url.searchParams.get('columns')
  const rows = listed === null ? undefined : rowsOf(body)
  if (listed === null || rows === undefined) return { url, body }
  const columns = listed.split(',').map((name) => name.replaceAll('"', '').trim())
  if (rows.list.length * columns.length > maxValues) return badRequest('Too many values')
  const defaults = (request.headers.get('prefer') ?? '').includes('missing=default')
  const written = rows.list.map((row) => (defaults ? present(row, columns) : full(row, columns)))
  const isEven = haveSameKeys(written)
  if (defaults && request.method === 'PATCH' && written.some((row) => lacks(row, columns)))
    return badRequest('All columns need a value')
  if (isEven) url.searchParams.delete('columns')
  const sent = isEven ? written : withIds(written, columns)
  return { url, body: JSON.stringify(rows.single ? sent[0] : sent) }
}

function badRequest(message: string): Response {
  return restError({ status: 400, code: 'PGRST102', message })
}

function rowsOf(body: string): { list: readonly Row[]; single: boolean } | undefined {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return undefined
  }
  if (isRow(json)) return { list: [json], single: true }
  return Array.isArray(json) && json.every(isRow) ? { list: json, single: false } : undefined
}

function isRow(json: unknown): json is Row {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

function full(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(columns.map((name) => [name, row[name] ?? null]))
}

function present(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(
    columns.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]]),
  )
}

function lacks(row: Row, columns: readonly string[]): boolean {
  return columns.some((name) => !Object.hasOwn(row, name))
}

function haveSameKeys(rows: readonly Row[]): boolean {
  return new Set(rows.map((row) => Object.keys(row).toSorted().join())).size <= 1
}

/** A random id is the default of every `id` that can be inserted; given here, it is known. */
function withIds(rows: readonly Row[], columns: readonly string[]): readonly Row[] {
  return columns.includes('id') ? rows.map((row) => ({ id: randomUUID(), ...row })) : rows
}
