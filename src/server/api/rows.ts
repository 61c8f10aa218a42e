import type { Sql } from 'sql-template-tag'
import { personSettings, type AccessTokenClaims } from '../accounts/access-token.ts'
import type { Caller } from '../accounts/caller.ts'
import { Pool } from '../database/pool.ts'
import type { DatabaseConnection } from '../database/connection.ts'
import { jsonIn } from '../guard/body-limit.ts'
import { restError } from '../guard/responses.ts'
import { withTimeout } from '../with-timeout.ts'
import type { ParsedRequest } from './parsed-request.ts'
import { compressed } from './compression.ts'
import { databaseError } from './database-error.ts'
import { createFairShare } from './fair-share.ts'
import { isRefused } from './parse-query.ts'
import { parseRequest, type RestRoute } from './parse-request.ts'
import { locksEntry } from './privacy-first.ts'
import {
  anonymousRefusal,
  answerOf,
  busy,
  isOne,
  NotSingle,
  notSingle,
  refusals,
  tooManyPhotos,
} from './row-answers.ts'
import { statementOf, type AnsweredRows } from './statement.ts'
import { createHourlyLimit, createUploads } from './uploads.ts'

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
  readonly #uploads = createUploads()
  readonly #hourly = createHourlyLimit(() => performance.now())
  readonly #names = new Map<string, string>()

  constructor(options: RowOptions) {
    this.#options = options
    this.#pool = rowPool(options.database, connections)
  }

  /**
   * Rejects if the database cannot answer; everything else is an answer.
   *
   * @param identified the sender of the request as of now: a session may end while a photo arrives
   */
  async answer(
    request: Request,
    route: RestRoute,
    identified: () => Promise<Caller>,
  ): Promise<Response> {
    const caller = await identified()
    const isUpload = route.kind === 'function' && route.name === 'add_photo'
    if (caller.kind !== 'person' || !isUpload) return this.#answerTo(caller, request, route)
    const answer = await this.#uploads.receive(caller.claims.sub, request, async (bytes) =>
      this.#answerTo(await identified(), request, route, bytes),
    )
    return answer ?? restError(busy)
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }

  async #answerTo(
    caller: Caller,
    request: Request,
    route: RestRoute,
    bytes?: Buffer,
  ): Promise<Response> {
    if (caller.kind === 'refused') return restError(refusals[caller.reason])
    // The database's answer, given before a byte of the body is read and without a query.
    if (caller.kind === 'anonymous') return restError(anonymousRefusal(route))
    const body = bytes && (async () => jsonIn(bytes))
    const parsed = await parseRequest(request, route, body)
    if (isRefused(parsed)) return restError(parsed)
    const { claims } = caller
    const photo = addedPhoto(parsed)
    const seconds = photo === undefined ? 0 : this.#hourly.secondsUntil(claims.sub, photo)
    if (seconds > 0) return restError(tooManyPhotos(seconds))
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
    const hasRoom = addedPhoto(parsed) === undefined || (await this.#options.hasRoomForPhotos())
    const settings = {
      ...personSettings(claims),
      statement_timeout: String(mostMs(parsed)),
      // `private.has_photo_room` reads it.
      ...(hasRoom ? {} : { 'journal.photo_room': 'none' }),
    }
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

/** The id of the photo that a request adds. */
function addedPhoto(parsed: ParsedRequest): string | undefined {
  return parsed.kind === 'call' && parsed.name === 'add_photo'
    ? String(parsed.values['photo'])
    : undefined
}
