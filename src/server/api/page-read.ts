import type { AccessTokenClaims } from '../accounts/access-token.ts'
import { syncedTables, type SyncedTable } from '../../domain/journal-tables.ts'
import type { LiteConnection } from './lite-connection.ts'
import { readableColumns } from '../../domain/table-schemas.ts'
import { contextStatement } from './request-context.ts'

/** One page of a pull: every column of a table's rows, in the order of the key (`updated_at`, `id`). */
export interface PageAsked {
  readonly table: SyncedTable
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  /** Rows strictly beyond this key; from the edge of the table when absent. */
  readonly from: readonly [updatedAt: string, id: string] | undefined
}

export interface PageRead {
  /** The JSON array of its rows, as PostgREST writes it. */
  readonly json: string
  readonly count: number
}

/** Rows beyond a key, as the client writes it: a later id if the time is the same. */
const beyond =
  /^\(updated_at\.(gt|lt)\.(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z),and\(updated_at\.eq\.\2,id\.\1\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)\)$/

/**
 * The page that a request asks for, if it is exactly the request by which the app pulls;
 * `undefined` for every other request, which Supabase Lite then answers. `forwarded` has passed all
 * checks.
 */
export function pageAsked(table: string, forwarded: Request): PageAsked | undefined {
  const synced = syncedTables.find((name) => name === table)
  const { searchParams } = new URL(forwarded.url)
  const { headers } = forwarded
  if (synced === undefined || forwarded.method !== 'GET') return undefined
  if (headers.has('range') || headers.has('prefer')) return undefined
  if (!/^(?:\*\/\*|application\/json)$/.test(headers.get('accept') ?? '')) return undefined
  const { select, order, limit, or, apikey: _, ...others } = Object.fromEntries(searchParams)
  if (select !== '*' || Object.keys(others).length > 0) return undefined
  const direction = (['asc', 'desc'] as const).find((to) => order === `updated_at.${to},id.${to}`)
  if (direction === undefined || !/^[1-9]\d{0,3}$/.test(limit ?? '')) return undefined
  const asked = { table: synced, direction, limit: Math.min(Number(limit), 1000) }
  if (or === undefined) return { ...asked, from: undefined }
  const [, compare, updatedAt = '', id = ''] = beyond.exec(or) ?? []
  const isBeyond = compare === (direction === 'asc' ? 'gt' : 'lt')
  return isBeyond ? { ...asked, from: [updatedAt, id] } : undefined
}

/**
 * Reads a page as this person; the database writes the JSON. No query runs before the transaction
 * has begun with the person's context: outside it a statement would run as the owner. Rejects with
 * the driver's error.
 */
export async function readPage(
  pool: Pick<LiteConnection, 'reserve'>,
  page: PageAsked,
  claims: AccessTokenClaims,
): Promise<PageRead> {
  const sql = await pool.reserve()
  try {
    const context = [claims.role, claims.sub, JSON.stringify(claims)]
    await all([sql.unsafe('begin'), sql.unsafe(contextStatement, context)])
    const reading = sql.unsafe<PageRead[]>(statementOf(page), [...(page.from ?? [])])
    await all([reading, sql.unsafe('commit')])
    const [read] = await reading
    return read ?? { json: '[]', count: 0 }
  } catch (error) {
    // After any failure the connection goes back without a transaction.
    await sql.unsafe('rollback').catch(() => undefined)
    throw error
  } finally {
    sql.release()
  }
}

/** Waits for every statement, so that none is running when the connection is returned. */
async function all(statements: readonly PromiseLike<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(statements)
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

function statementOf({ table, direction, limit, from }: PageAsked): string {
  const columns = readableColumns[table].join()
  const compare = direction === 'asc' ? '>' : '<'
  const where = from === undefined ? '' : `where (updated_at, id) ${compare} ($1, $2)`
  return `select coalesce(json_agg(page), '[]')::text as json, count(*)::int as count from (
    select ${columns} from public.${table} ${where}
    order by updated_at ${direction}, id ${direction} limit ${limit}) page`
}
