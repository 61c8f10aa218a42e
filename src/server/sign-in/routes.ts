import type postgres from 'postgres'
import type { AccessTokenVerifier } from '../accounts/access-token.ts'
import { passwordForms } from '../accounts/password.ts'
import type { SignInLimit } from './limit.ts'
import type { Caller } from '../accounts/caller.ts'
import { forwardedHeaders, sanitized } from '../api/forward.ts'
import type { LiteApp, RequestScope } from '../api/lite-app.ts'
import { authError } from '../guard/responses.ts'
import { createRevocation, type Revocation } from './revocation.ts'
import { createEqualEffort, readCredentials, readRefreshToken, renewedAccount } from './guard.ts'
import type { Credentials } from './guard.ts'
import { createTurns } from './turns.ts'

interface SignInOptions {
  readonly jwtSecret: string
  readonly anonKey: string
  readonly sql: postgres.Sql
  readonly verifier: AccessTokenVerifier
  readonly signInLimit: SignInLimit
}

const anonymous: Caller = { kind: 'anonymous' }

/** Seconds to wait if too many sign in at once. */
const busyFor = 5

/**
 * Sign-in, renewal, sign-out and `user` in front of Supabase Lite: limited attempts, equal effort
 * for unknown names, renewals one after the other, replayed tokens ending the whole session.
 */
export class SignInRoutes {
  readonly #options: SignInOptions
  readonly #lite: LiteApp
  readonly #equalEffort: ReturnType<typeof createEqualEffort>
  readonly #revocation: Revocation
  readonly #signIns = createTurns()
  // Supabase Lite reads and rotates without a transaction: two tabs that renew at the same moment
  // would both get a new token, and the family, now forked, would be killed as replayed.
  readonly #renewals = oneAtATime()
  readonly #lookups = oneAtATime()

  constructor(options: SignInOptions, lite: LiteApp) {
    this.#options = options
    this.#lite = lite
    this.#equalEffort = createEqualEffort(options.sql)
    this.#revocation = createRevocation(options.jwtSecret)
  }

  async signIn(request: Request, address: string): Promise<Response> {
    const { signInLimit } = this.#options
    const given = readCredentials(await request.text())
    if (given === undefined) return malformed()
    const wait = signInLimit.attempt(address, given.email)
    if (wait !== undefined) return tooMany(wait)
    const known = signInLimit.knows(address, given.email)
    const response = await this.#signIns.take({ address, known }, async () =>
      this.#compare(request, address, given),
    )
    return response ?? tooMany(busyFor)
  }

  /**
   * A token that exists is looked up before the limit of its address is asked: strangers behind the
   * same address cannot use up what its owner needs. One at a time, so that a flood of invented
   * tokens takes one database connection.
   */
  async refresh(request: Request, address: string): Promise<Response> {
    const { signInLimit } = this.#options
    const given = readRefreshToken(await request.text())
    const session = given && (await this.#lookups(async () => this.#sessionOf(given.refresh_token)))
    const wait = signInLimit.refresh(session ?? address)
    if (wait !== undefined) return tooMany(wait)
    if (given === undefined) return malformed()
    const forward = async () => this.#forward(request, anonymous, JSON.stringify(given))
    if (session === undefined) return sanitized(await forward())
    const response = await this.#renewals(async () => {
      await endUnusedSessions(this.#options.sql)
      return forward()
    })
    await this.#endReplayedSession(response)
    const account = response.ok ? await renewedAccount(response) : undefined
    if (account !== undefined) signInLimit.renewed(address, account)
    return sanitized(await this.#revocation.attach(response))
  }

  /** Ends the session of a revocation token; no other token is asked for. */
  async endSession(request: Request, address: string): Promise<Response> {
    const session = this.#revocation.sessionIn(await request.text())
    const wait = this.#options.signInLimit.refresh(session ?? address)
    if (wait !== undefined) return tooMany(wait)
    if (session === undefined) return malformed()
    await this.#endSession(session)
    return new Response(null, { status: 204 })
  }

  async forPerson(request: Request, route: 'sign-out' | 'user', caller: Caller): Promise<Response> {
    if (caller.kind === 'anonymous')
      return authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    if (caller.kind === 'refused') return refusal(caller.reason)
    const response = await this.#forward(request, caller, '{}')
    if (route === 'sign-out') this.#options.verifier.forgetSessions()
    return sanitized(response)
  }

  /** One attempt, however many forms its password has; an unknown name costs as many comparisons. */
  async #compare(request: Request, address: string, given: Credentials): Promise<Response> {
    let response = malformed()
    for (const password of passwordForms(given.password)) {
      await this.#equalEffort(given.email, password)
      response = await this.#forward(request, anonymous, JSON.stringify({ ...given, password }))
      if (response.status !== 400) break
    }
    if (response.ok) this.#options.signInLimit.succeeded(address, given.email)
    return sanitized(await this.#revocation.attach(response))
  }

  async #forward(request: Request, caller: Caller, body: string): Promise<Response> {
    const headers = forwardedHeaders(request, this.#options.anonKey, caller)
    const init = { method: request.method, headers }
    const forwarded = new Request(request.url, request.method === 'GET' ? init : { ...init, body })
    const scope: RequestScope = {}
    const response = await this.#lite.fetch(forwarded, scope)
    // A 500 would make auth-js throw the session away. What is thrown is logged and becomes a 503,
    // after which it tries again.
    if (response.status >= 500) throw scope.failure ?? liteFailed()
    return response
  }

  /** Supabase Lite revokes the refresh tokens only; the access token would stay valid for an hour. */
  async #endReplayedSession(response: Response): Promise<void> {
    const session = response.headers.get('sb-auth-session-id')
    if (response.headers.get('x-sb-error-code') !== 'refresh_token_already_used') return
    if (session !== null) await this.#endSession(session)
  }

  async #sessionOf(refreshToken: string): Promise<string | undefined> {
    const [row] = await this.#options.sql<{ session: string }[]>`
      select session_id::text as session from auth.refresh_tokens
      where token = ${refreshToken} and session_id is not null`
    return row?.session
  }

  async #endSession(id: string): Promise<void> {
    await this.#options.sql`delete from auth.sessions where id = ${id}`
    this.#options.verifier.forgetSessions()
  }
}

/** Runs tasks one after the other, in the order in which they came. */
function oneAtATime(): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return async (task) => {
    const next = last.then(task, task)
    last = next
    return next
  }
}

/** Supabase Lite failed without the database's doing; the code is PostgreSQL's for an internal error. */
function liteFailed(): Error {
  return Object.assign(new Error('Supabase Lite failed'), { code: 'XX000' })
}

/** A device that was not used for 30 days signs in again: its tokens may be anywhere by then. */
async function endUnusedSessions(sql: postgres.Sql): Promise<void> {
  await sql`
    delete from auth.sessions
    where greatest(created_at, updated_at, refreshed_at at time zone 'UTC') < now() - interval '30 days'`
}

function refusal(reason: 'invalid' | 'expired' | 'revoked'): Response {
  return reason === 'revoked'
    ? authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    : authError(403, 'bad_jwt', reason === 'expired' ? 'token is expired' : 'invalid JWT')
}

/** Supabase Lite answers texts of another type with 500, unlimited and unequal: it gets none. */
function malformed(): Response {
  return authError(400, 'validation_failed', 'The body is not what this endpoint takes')
}

function tooMany(seconds: number): Response {
  return authError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    'retry-after': String(seconds),
  })
}
