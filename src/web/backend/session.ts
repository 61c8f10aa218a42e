import type { AuthError, GoTrueClient, Session } from '@supabase/auth-js'

import type { PartnerId } from '../../domain/ids.ts'
import type { SiteStorage } from '../browser/site-storage.ts'
import { systemTimers } from '../browser/timers.ts'
import { withTimeout } from '../browser/with-timeout.ts'
import { failure, success, type Result } from './result.ts'
import { forgetLoss, storedLoss, type SessionLoss } from './session-loss.ts'
import { readSession } from './stored-session.ts'

/**
 * - `active`: a session is stored on this device; its token may have expired while offline (D25)
 * - `none`: no one has signed in here, or the person signed out on purpose
 * - `lost`: the server ended the session; the person can sign in again
 */
export type SessionState =
  | { readonly kind: 'active'; readonly person: PartnerId }
  | { readonly kind: 'none' }
  | { readonly kind: 'lost' }

/** `renewed` also reports the first token after a start. */
export type SessionEvent = 'signed-in' | 'renewed' | 'lost' | 'signed-out'

/** As auth-js: a token that ends sooner is renewed, in milliseconds; a short-lived one in its last third. */
const shortestValidity = 90_000

/** auth-js retries a renewal for up to 30 s; a call does not wait that long for its token. */
const tokenTimeoutMs = 12_000

export interface SessionOptions {
  readonly storage: SiteStorage
  readonly load: () => Promise<GoTrueClient>
}

function readState(storage: SiteStorage): SessionState {
  const stored = readSession(storage)
  return stored === undefined
    ? { kind: 'none' }
    : { kind: 'active', person: stored.user.id as PartnerId }
}

/** True if the server or the network failed and the session may still be valid. */
export function isTransient(error: AuthError): boolean {
  // Another tab stored a session while this one renewed: auth-js drops its own answer.
  if (error.name === 'AuthRefreshDiscardedError') return true
  const status = error.status ?? 0
  return status === 0 || status === 408 || status === 429 || status >= 500
}

/**
 * The session of this device, readable synchronously. auth-js, which holds it, is loaded with the
 * first call that needs it.
 */
export class SessionStore {
  readonly #options: SessionOptions
  readonly #listeners = new Set<(event: SessionEvent) => void>()
  #state: SessionState
  #isForgetting = false
  #loading: Promise<GoTrueClient> | undefined

  constructor(options: SessionOptions) {
    this.#options = options
    this.#state = readState(options.storage)
  }

  state(): SessionState {
    return this.#state
  }

  /** Why the person must sign in again, where the state is not `active`. */
  loss(): SessionLoss {
    return storedLoss(this.#options.storage)
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** This person's access token, renewed when it is about to expire. */
  async token(person: PartnerId): Promise<Result<string>> {
    if (!this.#isOf(person)) return failure('unauthorized')
    const valid = this.#validToken(person)
    if (valid !== undefined) return success(valid)
    return tokenInTime(async () => tokenOf(await (await this.client()).getSession(), person))
  }

  /** A token in place of one that the server refused. Only a permanent refusal ends the session. */
  async renew(person: PartnerId, refused: string): Promise<Result<string>> {
    if (!this.#isOf(person)) return failure('unauthorized')
    return tokenInTime(async () => {
      const other = () => this.#validToken(person, refused)
      const before = other()
      if (before !== undefined) return success(before)
      const result = tokenOf(await (await this.client()).refreshSession(), person)
      const meanwhile = other()
      if (meanwhile !== undefined) return success(meanwhile)
      // auth-js keeps a session whose token has not expired; the server has refused it twice.
      if (!result.ok && result.code === 'unauthorized' && this.#isOf(person))
        this.#change({ kind: 'lost' }, 'lost')
      return result
    })
  }

  /** The stored access token, as it is. */
  storedToken(person: PartnerId): string | undefined {
    const stored = readSession(this.#options.storage)
    return stored?.user.id === person ? stored.access_token : undefined
  }

  async client(): Promise<GoTrueClient> {
    this.#loading ??= this.#load().catch((cause: unknown) => {
      this.#loading = undefined
      throw cause
    })
    return this.#loading
  }

  /** The person signs out: until `forgotten`, what auth-js reports of the session is ignored. */
  forget(): void {
    this.#isForgetting = true
    forgetLoss(this.#options.storage)
    this.#change({ kind: 'none' }, 'signed-out')
  }

  /** auth-js has forgotten the session, too; a new one may begin. */
  forgotten(): void {
    this.#isForgetting = false
  }

  async close(): Promise<void> {
    this.#listeners.clear()
    await (await this.#loading)?.dispose()
  }

  #isOf(person: PartnerId): boolean {
    return this.#state.kind === 'active' && this.#state.person === person
  }

  /** The stored token while it is valid for some time; none that is `refused`. */
  #validToken(person: PartnerId, refused?: string): string | undefined {
    const stored = readSession(this.#options.storage)
    if (stored?.expires_at === undefined || stored.user.id !== person) return undefined
    const remaining = stored.expires_at * 1000 - systemTimers.now()
    const third = (stored.expires_in ?? Infinity) * (1000 / 3)
    const isValid = remaining >= Math.min(shortestValidity, third)
    return isValid && stored.access_token !== refused ? stored.access_token : undefined
  }

  async #load(): Promise<GoTrueClient> {
    const client = await this.#options.load()
    client.onAuthStateChange((event, session) => this.#onAuthEvent(event, session))
    return client
  }

  #onAuthEvent(event: string, session: Session | null): void {
    // A renewal that was under way when the person signed out.
    if (this.#isForgetting) return
    if (session !== null) {
      const person = session.user.id as PartnerId
      const isRenewal = this.#isOf(person)
      forgetLoss(this.#options.storage)
      return this.#change({ kind: 'active', person }, isRenewal ? 'renewed' : 'signed-in')
    }
    // INITIAL_SESSION without a session only says that auth-js could not renew it just now (D25).
    if (event !== 'SIGNED_OUT') return
    if (this.#state.kind === 'none') this.#change({ kind: 'none' }, 'signed-out')
    else this.#change({ kind: 'lost' }, 'lost')
  }

  #change(next: SessionState, event: SessionEvent): void {
    this.#state = next
    for (const listener of this.#listeners) listener(event)
  }
}

function tokenOf(
  answer: { data: { session: Session | null }; error: AuthError | null },
  person: PartnerId,
): Result<string> {
  const { session } = answer.data
  if (session !== null)
    return session.user.id === person ? success(session.access_token) : failure('unauthorized')
  if (answer.error !== null && isTransient(answer.error)) return failure('network')
  return failure('unauthorized')
}

/** A failure of any kind leaves the session as it is: the call may work later. */
async function tokenInTime(work: () => Promise<Result<string>>): Promise<Result<string>> {
  try {
    return await withTimeout(tokenTimeoutMs, work())
  } catch {
    return failure('network')
  }
}
