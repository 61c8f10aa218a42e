import type { Sql } from 'sql-template-tag'
import { personSettings, type AccessTokenClaims } from '../accounts/access-token.ts'
import type { Caller } from '../accounts/caller.ts'
import { Pool } from '../database/pool.ts'
import type { DatabaseConnection } from '../database/connection.ts'
import { restError, type RestError } from '../guard/responses.ts'
import { withTimeout } from '../with-timeout.ts'
import type { ParsedRequest } from './parsed-request.ts'
import { compressed } from './compression.ts'
import { databaseError } from './database-error.ts'
import { createFairShare } from './fair-share.ts'
import { isRefused } from './parse-query.ts'
import { objectType, parseRequest, type RestRoute } from './parse-request.ts'
import { locksEntry } from './privacy-first.ts'
import { statementOf, type AnsweredRows } from './statement.ts'

export interface RowOptions {
  readonly database: DatabaseConnection
  /** Called with the session of each pull. */
  readonly onPull: (session: string) => void
  /** False while a disk has too little room for photos. */
  readonly hasRoomForPhotos: () => Promise<boolean>
}

const connections = 8
/** Half of the connections; a device sends far fewer requests at a time than may wait. */
const share = { atOnce: connections / 2, waiting: 100 }

/** How long a request may wait for the database before the client is asked to try again. */
const answerTimeoutMs = 15_000

/** Rows over REST: each request is one statement that the database runs as the person. */
export class RowRoutes {
  readonly #options: RowOptions
  readonly #pool: Pool
  readonly #shares = createFairShare(share)
  /** One at a time: between two of a person's writes, a change of an entry's privacy finds it free (D9). */
  readonly #entryLocks = createFairShare({ ...share, atOnce: 1 })
  readonly #names = new Map<string, string>()

  constructor(options: RowOptions) {
    this.#options = options
    this.#pool = rowPool(options.database, connections)
  }

  /** Rejects if the database cannot answer; everything else is an answer. */
  async answer(request: Request, route: RestRoute, caller: Caller): Promise<Response> {
    if (caller.kind === 'refused') return restError(refusals[caller.reason])
    // The database's answer, given before a byte of the body is read and without a query.
    if (caller.kind === 'anonymous') return restError(anonymousRefusal(route))
    const parsed = await parseRequest(request, route)
    if (isRefused(parsed)) return restError(parsed)
    const { claims } = caller
    if (parsed.kind === 'read' && parsed.isPull) this.#options.onPull(claims.session_id)
    try {
      const rows = await withTimeout(answerTimeoutMs, this.#inTurn(parsed, claims))
      if (rows === undefined) return restError(busy)
      return await compressed(request, new URL(request.url), answerOf(parsed, rows))
    } catch (error) {
      if (error instanceof NotSingle) return restError(notSingle(error.count))
      const shape = databaseError(error)
      if (shape.status >= 500) throw error
      return restError(shape)
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #inTurn(
    parsed: ParsedRequest,
    claims: AccessTokenClaims,
  ): Promise<AnsweredRows | undefined> {
    const { sub } = claims
    const run = async () => this.#shares.run(sub, async () => this.#rowsOf(parsed, claims))
    return locksEntry(parsed) ? this.#entryLocks.run(sub, run) : run()
  }

  /**
   * Runs the statement as this person. It is sent only when the transaction has their role: before,
   * it would run as the owner.
   */
  async #rowsOf(parsed: ParsedRequest, claims: AccessTokenClaims): Promise<AnsweredRows> {
    if (writesNothing(parsed)) return none
    const statement = statementOf(parsed)
    const settings = { ...personSettings(claims), statement_timeout: String(mostMs(parsed)) }
    return this.#pool.transaction(
      async (transaction) => {
        const [rows = none] = await transaction.query<AnsweredRows>(
          statement,
          this.#nameOf(statement),
        )
        if (isOne(parsed) && rows.count !== 1) throw new NotSingle(rows.count)
        return rows
      },
      { settings },
    )
  }

  /**
   * A statement with a name is parsed and planned once a connection. Which columns are named, requests
   * decide: the first hundred statements, more than the app has, get a name.
   */
  #nameOf({ text }: Sql): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined || this.#names.size >= 100) return name
    const next = `rows-${this.#names.size}`
    this.#names.set(text, next)
    return next
  }
}

/** A pull reads up to a thousand rows, a write may wait for a lock. */
function mostMs(parsed: ParsedRequest): number {
  return parsed.kind === 'read' && !parsed.isPull ? 2_000 : 10_000
}

/** Scans of whole tables look at rows that the person may not see; a plan depends on how many there are. */
const settings = { enable_seqscan: 'off', enable_bitmapscan: 'off' }

export function rowPool(database: DatabaseConnection, max: number): Pool {
  return new Pool(database, { name: 'unser-tagebuch-api', max, settings })
}

const none: AnsweredRows = { json: '[]', count: 0 }

/** An insert of no rows, or an update of no columns. */
function writesNothing(parsed: ParsedRequest): boolean {
  return (parsed.kind === 'insert' || parsed.kind === 'update') && parsed.columns.length === 0
}

function isOne({ requested }: ParsedRequest): boolean {
  return requested.one && requested.returning !== undefined
}

/** Rolls a transaction back: one row was asked for, and the statement found another number. */
class NotSingle extends Error {
  readonly count: number

  constructor(count: number) {
    super('not a single row')
    this.count = count
  }
}

function notSingle(count: number): RestError {
  return {
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${count} rows`,
  }
}

/** Status and headers as PostgREST has them. */
function answerOf(parsed: ParsedRequest, { json, count }: AnsweredRows): Response {
  const { kind, requested } = parsed
  const isCounted = count > 0 && kind !== 'insert' && kind !== 'delete'
  const headers = new Headers({
    'content-type': `${isOne(parsed) ? objectType : 'application/json'}; charset=utf-8`,
    'content-range': isCounted ? `0-${count - 1}/*` : '*/*',
  })
  const isWrite = kind !== 'read' && kind !== 'call'
  const hasBody = requested.returning !== undefined
  if (isWrite && hasBody) headers.set('preference-applied', 'return=representation')
  const status = kind === 'insert' ? 201 : hasBody ? 200 : 204
  // One row without the brackets of its list.
  const body = isOne(parsed) ? json.slice(1, -1) : json
  return new Response(hasBody ? body : null, { status, headers })
}

const refusals = {
  invalid: { status: 401, code: 'PGRST301', message: 'No suitable key or wrong key type' },
  expired: { status: 401, code: 'PGRST303', message: 'JWT expired' },
  revoked: { status: 401, code: 'PGRST301', message: 'The session has ended' },
} as const

const busy: RestError = {
  status: 503,
  code: 'PGRST003',
  message: 'Too many requests wait for the database',
}

function anonymousRefusal(route: RestRoute): RestError {
  const name = route.kind === 'table' ? route.table : route.name
  return { status: 401, code: '42501', message: `permission denied for ${route.kind} ${name}` }
}
