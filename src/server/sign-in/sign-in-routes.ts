import type { AccessTokenVerifier } from '../accounts/access-token.ts'
import { accessTokenFor, signAccessToken } from '../accounts/access-token.ts'
import type { Caller } from '../accounts/caller.ts'
import type { DatabaseConnection } from '../database/connection.ts'
import { bodyOf } from '../guard/body-limit.ts'
import { authError } from '../guard/responses.ts'
import { withTimeout } from '../with-timeout.ts'
import { createPasswordCheck, readCredentials, readRefreshToken } from './guard.ts'
import type { Credentials } from './guard.ts'
import type { SignInLimit } from './limit.ts'
import { createKnownDevices } from './known-device.ts'
import { createRenewalQueue } from './renewal-queue.ts'
import { createRevocation } from './revocation.ts'
import { Sessions, type OpenSession, type SignOutScope } from './sessions.ts'
import { createPriorityMutex } from './priority-mutex.ts'

export interface SignInOptions {
  readonly database: DatabaseConnection
  readonly jwtSecret: string
  readonly verifier: AccessTokenVerifier
  readonly signInLimit: SignInLimit
}

/** The origin of a request. */
export interface Client {
  /** See `clientAddress`. */
  readonly address: string
  /** True if the browser came over HTTPS, as far as that is known. */
  readonly isSecure: boolean
}

/** Seconds to wait if too many sign in at once. */
const busyFor = 5

/** How long a sign-in or a renewal may take before the next one begins, in milliseconds. */
const answerTimeoutMs = 15_000

/**
 * Sign-in, renewal, sign-out and `user` as GoTrue answers them: limited attempts, equal effort for unknown names,
 * renewals one after the other, a session that ends with a replayed token. Throws if the database does not
 * answer, which becomes a 503: after a 500 auth-js would throw the session away.
 */
export class SignInRoutes {
  readonly #options: SignInOptions
  readonly #sessions: Sessions
  readonly #revocation: ReturnType<typeof createRevocation>
  readonly #devices: ReturnType<typeof createKnownDevices>
  readonly #isRight = createPasswordCheck()
  readonly #signIns = createPriorityMutex()
  readonly #renewals = createRenewalQueue(() => performance.now())

  constructor(options: SignInOptions) {
    this.#options = options
    this.#sessions = new Sessions(options.database)
    this.#revocation = createRevocation(options.jwtSecret)
    this.#devices = createKnownDevices(options.jwtSecret)
  }

  async close(): Promise<void> {
    await this.#sessions.end()
  }

  async signIn(request: Request, client: Client): Promise<Response> {
    const { signInLimit } = this.#options
    const given = readCredentials(await bodyOf(request))
    if (given === undefined) return malformed()
    const { address } = client
    const device = this.#devices.idIn(request, given.email)
    const wait = signInLimit.attempt(address, given.email, device)
    if (wait !== undefined) return tooMany(wait)
    const known = device !== undefined || signInLimit.knows(address, given.email)
    // A known device waits in a place of its own, which strangers at its address do not take.
    const response = await this.#signIns.take({ address: device ?? address, known }, async () =>
      withTimeout(answerTimeoutMs, this.#compare(address, given, device)),
    )
    return response === undefined
      ? tooMany(busyFor)
      : this.#withDevice(response, request, client, given.email)
  }

  /** One at a time, so that a flood of invented tokens takes one database connection. */
  async refresh(request: Request, client: Client): Promise<Response> {
    const { address } = client
    const given = readRefreshToken(await bodyOf(request))
    if (given !== undefined)
      return this.#renewals.take(address, async () => {
        const renewal = this.#renew(given.refresh_token, request, client)
        const response = await withTimeout(answerTimeoutMs, renewal)
        if (!response.ok) this.#renewals.refused(address)
        return response
      })
    const wait = this.#options.signInLimit.refresh(address)
    return wait === undefined ? malformed() : tooMany(wait)
  }

  /** Ends the session of a revocation token; no other token is asked for. */
  async endSession(request: Request, address: string): Promise<Response> {
    const session = this.#revocation.sessionIn(await bodyOf(request))
    const wait = this.#options.signInLimit.refresh(session ?? address)
    if (wait !== undefined) return tooMany(wait)
    if (session === undefined) return malformed()
    await this.#sessions.endOne(session)
    this.#options.verifier.forgetSessions()
    return new Response(null, { status: 204 })
  }

  async forPerson(request: Request, route: 'sign-out' | 'user', caller: Caller): Promise<Response> {
    if (caller.kind === 'anonymous')
      return authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    if (caller.kind === 'refused') return refusal(caller.reason)
    const { sub, session_id: session } = caller.claims
    if (route === 'sign-out') return this.#signOut(request, sub, session)
    const user = await this.#sessions.user(sub)
    return user === undefined ? refusal('revoked') : Response.json(user)
  }

  /** One attempt, however many forms its password has. */
  async #compare(address: string, given: Credentials, device?: string): Promise<Response> {
    const account = await this.#sessions.account(given.email)
    const isRight = await this.#isRight(given.password, account?.hash)
    if (!isRight || account === undefined) return invalidCredentials()
    if (!account.isConfirmed) return authError(400, 'email_not_confirmed', 'Email not confirmed')
    const opened = await this.#sessions.open(account.id)
    if (opened === undefined) return invalidCredentials()
    this.#options.signInLimit.succeeded(address, given.email, device)
    return Response.json({ ...(await this.#tokensOf(opened)), weak_password: null })
  }

  /**
   * A token that exists is looked up before the limit of its address is asked: strangers behind the
   * same address cannot use up what its owner needs.
   */
  async #renew(token: string, request: Request, client: Client): Promise<Response> {
    const { signInLimit, verifier } = this.#options
    const { address } = client
    const session = await this.#sessions.sessionOf(token)
    const wait = signInLimit.refresh(session ?? address)
    if (wait !== undefined) return tooMany(wait)
    const renewed = session === undefined ? 'ended' : await this.#sessions.renew(session, token)
    if (renewed === 'ended') return unknownToken(token)
    if (renewed === 'reused') {
      verifier.forgetSessions()
      return authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
    }
    const { email } = renewed.user
    signInLimit.renewed(address, email)
    const response = Response.json(await this.#tokensOf(renewed))
    return this.#withDevice(response, request, client, email)
  }

  /** After an answer that admits a person their device is known, over a sign-out too. */
  #withDevice(response: Response, request: Request, client: Client, account: string): Response {
    if (response.ok)
      response.headers.set('set-cookie', this.#devices.cookieFor(request, account, client.isSecure))
    return response
  }

  async #signOut(request: Request, person: string, session: string): Promise<Response> {
    const given = new URL(request.url).searchParams.get('scope') ?? ''
    const scope = scopes.get(given)
    if (scope === undefined)
      return authError(
        400,
        'validation_failed',
        `Unsupported logout scope ${JSON.stringify(given)}`,
      )
    await this.#sessions.endOf(person, session, scope)
    this.#options.verifier.forgetSessions()
    return new Response(null, { status: 204 })
  }

  async #tokensOf({ id, refreshToken, user }: OpenSession) {
    const { jwtSecret } = this.#options
    const issued = Math.floor(Date.now() / 1000)
    const claims = { sub: user.id, email: user.email, session_id: id }
    return {
      access_token: await signAccessToken(claims, jwtSecret, issued),
      refresh_token: refreshToken,
      token_type: 'bearer',
      expires_in: accessTokenFor,
      expires_at: issued + accessTokenFor,
      user,
      revocation_token: this.#revocation.tokenOf(id),
    }
  }
}

/** As GoTrue reads it: without a scope every session ends. */
const scopes: ReadonlyMap<string, SignOutScope> = new Map([
  ['', 'global'],
  ['global', 'global'],
  ['local', 'local'],
  ['others', 'others'],
])

function invalidCredentials(): Response {
  return authError(400, 'invalid_credentials', 'Invalid login credentials')
}

/** The forms of refresh tokens: ours, and those of hosted projects. */
const tokenForm = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[a-z\d]{12})$/i

function unknownToken(token: string): Response {
  return tokenForm.test(token)
    ? authError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
    : authError(400, 'validation_failed', 'Refresh token is not valid')
}

function refusal(reason: 'invalid' | 'expired' | 'revoked'): Response {
  return reason === 'revoked'
    ? authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    : authError(403, 'bad_jwt', reason === 'expired' ? 'token is expired' : 'invalid JWT')
}

function malformed(): Response {
  return authError(400, 'validation_failed', 'The body is not what this endpoint takes')
}

function tooMany(seconds: number): Response {
  return authError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    'retry-after': String(seconds),
  })
}
