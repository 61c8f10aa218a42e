import { randomUUID } from 'node:crypto'
import { restError } from './responses.ts'

type Row = Readonly<Record<string, unknown>>

const maxValues = 10_000

/** The address and the body of a write as Supabase Lite may see them. */
export interface WriteBody {
  readonly url: URL
  readonly body: string
}

/**
 * A write with `columns`, with PostgREST's meaning: each row has exactly these columns, and a
 * missing key is null, or the column's default where `missing=default` is preferred. Supabase Lite
 * would store the default either way and answer null. So the rows are given the same keys here and
 * `columns` is taken away. It stays only where rows want defaults for different columns; what
 * Supabase Lite then answers is not what it stored, see `fetchWritten`.
 * What is no row or no list of rows is passed on as it is and refused there. Answers 400 where an
 * update asks for a default, which has no form here, and for more values than any 64 kB of rows
 * should become.
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
