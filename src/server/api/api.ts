import type postgres from 'postgres'
import type { AccessTokenClaims, AccessTokenVerifier } from '../accounts/access-token.ts'
import type { DatabaseConnection } from '../database/connection.ts'
import type { SignInLimit } from '../sign-in/limit.ts'
import type { Log } from '../log.ts'
import { apiRoute, type ApiRoute } from './allow-list.ts'
import { SignInRoutes } from '../sign-in/routes.ts'
import { bearerOf, identify } from '../accounts/caller.ts'
import type { Caller } from '../accounts/caller.ts'
import { compressed } from './compression.ts'
import { databaseError, databaseGone, diskFull } from './database-error.ts'
import { forwardedRequest, sanitized } from './forward.ts'
import { createLiteApp } from './lite-app.ts'
import type { RequestScope } from './lite-app.ts'
import { pageAsked, type PageAsked } from './page-read.ts'
import { changesOne } from './preferences.ts'
import { queryProblem } from './query-limits.ts'
import { apiKeyError, authError, restError, type RestError } from '../guard/responses.ts'
import { fetchWritten, notSingle } from './written-rows.ts'

export interface ApiOptions {
  readonly database: DatabaseConnection
  readonly jwtSecret: string
  readonly anonKey: string
  /** The owner's pool, for sessions and accounts. */
  readonly sql: postgres.Sql
  readonly verifier: AccessTokenVerifier
  readonly signInLimit: SignInLimit
  /** Called if the database does not answer: it ends when its disk is full. */
  readonly isDiskFull: () => Promise<boolean>
  /** Called with the session of each pull. */
  readonly onPull: (session: string) => void
  readonly log: Log
}

export interface RequestContext {
  /** The client's, see `clientAddress`. */
  readonly address: string
  /** Called with the person of a valid token. */
  readonly signedIn?: (person: string) => void
}

type RowsRoute = Extract<ApiRoute, { kind: 'table' | 'function' }>

export interface Api {
  /** Answers a request under `/rest/v1` or `/auth/v1`. */
  fetch(request: Request, context: RequestContext): Promise<Response>
  close(): Promise<void>
}

/**
 * PostgREST and GoTrue as the product uses them: an allow-list, our own check of every token,
 * bounds on queries, and the errors of a hosted project. Never throws; a database that does not
 * answer is 503 (docs/protocol.md "REST").
 */
export function createApi(options: ApiOptions): Api {
  return new AllowListedApi(options)
}

class AllowListedApi implements Api {
  readonly #options: ApiOptions
  readonly #lite: ReturnType<typeof createLiteApp>
  readonly #auth: SignInRoutes
  /** True from a failed request until the database answers one. */
  #isFailing = false

  constructor(options: ApiOptions) {
    this.#options = options
    this.#lite = createLiteApp(options)
    this.#auth = new SignInRoutes(options)
  }

  async fetch(request: Request, context: RequestContext): Promise<Response> {
    const { log } = this.#options
    try {
      return await this.#answer(request, context)
    } catch (error) {
      const shape = databaseError(error)
      // One line per outage, not one per request.
      if (!this.#isFailing) log.error('A request failed', shape.code)
      this.#isFailing = true
      return unavailable(request, await withReason(shape, this.#options))
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#auth.close(), this.#lite.close()])
  }

  async #answer(request: Request, { address, signedIn }: RequestContext): Promise<Response> {
    const url = new URL(request.url)
    const route = apiRoute(request.method, url)
    if (route.kind === 'unknown') return notFound(route.area)
    if (route.kind === 'options') return new Response(null, { status: 204 })
    const key = request.headers.get('apikey') ?? url.searchParams.get('apikey')
    if (key !== this.#options.anonKey)
      return apiKeyError(key === null ? 'No API key found in request' : 'Invalid API key')
    if (route.kind === 'sign-in') return this.#auth.signIn(request, address)
    if (route.kind === 'refresh') return this.#auth.refresh(request, address)
    if (route.kind === 'end-session') return this.#auth.endSession(request, address)
    const caller = await identify(bearerOf(request), this.#options)
    if (caller.kind === 'person') signedIn?.(caller.claims.sub)
    if (route.kind === 'table') return this.#rowsAnswer(request, url, caller, route)
    if (route.kind === 'function') {
      if (hasQuery(url)) return restError(noQuery)
      return this.#rowsAnswer(request, url, caller, route)
    }
    return this.#auth.forPerson(request, route.kind, caller)
  }

  async #rowsAnswer(
    request: Request,
    url: URL,
    caller: Caller,
    asked: RowsRoute,
  ): Promise<Response> {
    if (caller.kind === 'refused') return restError(refusals[caller.reason])
    // The database's answer, given before a byte of the body is read and without a query.
    if (caller.kind === 'anonymous') return restError(anonymousRefusal(asked))
    const problem = queryProblem(url)
    if (problem !== undefined) return restError(problem)
    const options = this.#options
    const forwarded = await forwardedRequest(request, options.anonKey)
    if (forwarded instanceof Response) return forwarded
    const page = asked.kind === 'table' ? pageAsked(asked.table, forwarded) : undefined
    if (page !== undefined) {
      options.onPull(caller.claims.session_id)
      return compressed(request, url, await this.#pageAnswer(page, caller.claims))
    }
    const scope: RequestScope = { claims: caller.claims }
    const response = await fetchWritten(forwarded, async (sent) => this.#lite.fetch(sent, scope))
    if (scope.databaseError !== undefined)
      return restError(await withReason(databaseError(scope.databaseError), options))
    if (response.status >= 500)
      return restError(await withReason(await faultOf(options.sql), options))
    this.#isFailing = false
    const answered = await sanitized(response)
    return changesOne(request) ? singular(answered) : compressed(request, url, answered)
  }

  /** Answers a pull without Supabase Lite, which makes objects of the rows. */
  async #pageAnswer(page: PageAsked, claims: AccessTokenClaims): Promise<Response> {
    try {
      const { json, count } = await this.#lite.readPage(page, claims)
      this.#isFailing = false
      const range = count === 0 ? '*/*' : `0-${count - 1}/*`
      const type = 'application/json; charset=utf-8'
      const headers = { 'content-type': type, 'content-range': range }
      return new Response(json, { headers })
    } catch (error) {
      const shape = databaseError(error)
      if (shape.status >= 500) throw error
      return restError(shape)
    }
  }
}

const refusals = {
  invalid: { status: 401, code: 'PGRST301', message: 'No suitable key or wrong key type' },
  expired: { status: 401, code: 'PGRST303', message: 'JWT expired' },
  revoked: { status: 401, code: 'PGRST301', message: 'The session has ended' },
} as const

/** A database that does not answer and has no room to write has ended because of that. */
async function withReason(
  shape: RestError,
  { isDiskFull }: Pick<ApiOptions, 'isDiskFull'>,
): Promise<RestError> {
  return shape.status === 503 && (await isDiskFull()) ? diskFull : shape
}

/** Clients try again after a 503. */
function unavailable(request: Request, shape: ReturnType<typeof databaseError>): Response {
  return new URL(request.url).pathname.startsWith('/auth/')
    ? authError(503, 'unexpected_failure', 'The service is not available, try again')
    : restError(shape.status >= 500 ? shape : databaseGone)
}

/** The refusal of several rows, in the form for a client that asked for a single one. */
async function singular(response: Response): Promise<Response> {
  if (response.status !== 400) return response
  const error: unknown = await response.clone().json()
  if (typeof error !== 'object' || error === null || !('code' in error)) return response
  return error.code === 'PGRST124' ? restError(notSingle('several')) : response
}

function anonymousRefusal(asked: RowsRoute): Parameters<typeof restError>[0] {
  const name = asked.kind === 'table' ? asked.table : asked.name
  return { status: 401, code: '42501', message: `permission denied for ${asked.kind} ${name}` }
}

/** A function takes its arguments from the body alone, and returns its whole answer. */
function hasQuery(url: URL): boolean {
  return [...url.searchParams.keys()].some((name) => name !== 'apikey')
}

const noQuery = { status: 400, code: 'PGRST100', message: 'A function takes no query' } as const

function notFound(area: 'rest' | 'auth'): Response {
  return area === 'rest'
    ? restError({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' })
    : authError(404, 'not_found', 'This endpoint does not exist')
}

/** Supabase Lite's own 500 without a database error: a lost connection, or a defect. */
async function faultOf(sql: postgres.Sql): Promise<Parameters<typeof restError>[0]> {
  try {
    await sql`select 1`
    return { status: 500, code: 'PGRSTX00', message: 'Internal server error' }
  } catch {
    return databaseGone
  }
}
