import type postgres from 'postgres'
import type { AccessTokenVerifier } from '../accounts/access-token.ts'
import type { SignInLimit } from './limit.ts'
import type { Caller } from '../api/caller.ts'
import { forwardedHeaders, sanitized } from '../api/forward.ts'
import type { LiteApp } from '../api/lite-app.ts'
import { authError } from '../api/responses.ts'
import { createRevocation } from './revocation.ts'
import { createEqualEffort, readCredentials, readRefreshToken, renewedAccount } from './guard.ts'
import type { Credentials } from './guard.ts'
import { createTurns } from './turns.ts'

interface AuthRoutesOptions {
  readonly jwtSecret: string
  readonly anonKey: string
  readonly sql: postgres.Sql
  readonly verifier: AccessTokenVerifier
  readonly signInLimit: SignInLimit
}

export interface AuthRoutes {
  signIn(request: Request, address: string): Promise<Response>
  refresh(request: Request, address: string): Promise<Response>
  /** Ends the session of a revocation token; no other token is asked for. */
  endSession(request: Request, address: string): Promise<Response>
  forPerson(request: Request, route: 'sign-out' | 'user', caller: Caller): Promise<Response>
}

const anonymous: Caller = { kind: 'anonymous' }

/** Seconds to wait where too many sign in at once. */
const busyFor = 5

/**
 * Sign-in, renewal, sign-out and `user` in front of Supabase Lite: limited attempts, equal effort
 * for unknown names, renewals one after the other, replayed tokens ending the whole session.
 */
export function createSignIn(options: AuthRoutesOptions, lite: LiteApp): AuthRoutes {
  const { sql, verifier, signInLimit } = options
  const equalEffort = createEqualEffort(sql)
  const signIns = createTurns({ rest: true })
  // Supabase Lite reads and rotates without a transaction: two tabs that renew at the same moment
  // would both get a new token, and the family, now forked, would be killed as replayed.
  const renewals = createTurns()
  const revocation = createRevocation(options.jwtSecret)

  async function forward(request: Request, caller: Caller, body: string): Promise<Response> {
    const headers = forwardedHeaders(request, options.anonKey, caller)
    const init = { method: request.method, headers }
    const forwarded = new Request(request.url, request.method === 'GET' ? init : { ...init, body })
    const response = await lite.fetch(forwarded, {})
    // A 500 would make auth-js throw the session away; 503 makes it try again.
    if (response.status >= 500)
      return authError(503, 'unexpected_failure', 'The service is not available, try again')
    return response
  }

  async function compare(request: Request, address: string, given: Credentials) {
    await equalEffort(given.email, given.password)
    const response = await forward(request, anonymous, JSON.stringify(given))
    if (response.ok) signInLimit.succeeded(address, given.email)
    return sanitized(await revocation.attach(response))
  }

  return {
    async signIn(request, address) {
      const given = readCredentials(await request.text())
      if (given === undefined) return malformed()
      const wait = signInLimit.attempt(address, given.email)
      if (wait !== undefined) return tooMany(wait)
      const known = signInLimit.knows(address, given.email)
      const response = await signIns.take({ address, known }, async () =>
        compare(request, address, given),
      )
      return response ?? tooMany(busyFor)
    },
    async refresh(request, address) {
      const wait = signInLimit.refresh(address)
      if (wait !== undefined) return tooMany(wait)
      const given = readRefreshToken(await request.text())
      if (given === undefined) return malformed()
      const known = signInLimit.knows(address)
      const body = JSON.stringify(given)
      const response = await renewals.take({ address, known }, async () => {
        await endUnusedSessions(sql)
        return forward(request, anonymous, body)
      })
      if (response === undefined) return tooMany(busyFor)
      await endReplayedSession(response)
      const account = response.ok ? await renewedAccount(response) : undefined
      if (account !== undefined) signInLimit.renewed(address, account)
      return sanitized(await revocation.attach(response))
    },
    async endSession(request, address) {
      const wait = signInLimit.refresh(address)
      if (wait !== undefined) return tooMany(wait)
      const session = revocation.sessionIn(await request.text())
      if (session === undefined) return malformed()
      await endSession(session)
      return new Response(null, { status: 204 })
    },
    async forPerson(request, route, caller) {
      if (caller.kind === 'anonymous')
        return authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
      if (caller.kind === 'refused') return refusal(caller.reason)
      const response = await forward(request, caller, '{}')
      if (route === 'sign-out') verifier.forgetSessions()
      return sanitized(response)
    },
  }

  /** Supabase Lite revokes the refresh tokens only; the access token would live on for an hour. */
  async function endReplayedSession(response: Response): Promise<void> {
    const session = response.headers.get('sb-auth-session-id')
    if (response.headers.get('x-sb-error-code') !== 'refresh_token_already_used') return
    if (session !== null) await endSession(session)
  }

  async function endSession(id: string): Promise<void> {
    await sql`delete from auth.sessions where id = ${id}`
    verifier.forgetSessions()
  }
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
