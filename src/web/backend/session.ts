import type { AuthError, GoTrueClient, Session } from '@supabase/auth-js'
import * as v from 'valibot'

import type { PartnerId } from '../../domain/ids.ts'
import { isUuid } from '../../domain/ids.ts'
import type { SiteStorage } from '../browser/site-storage.ts'
import { withTimeout } from '../browser/with-timeout.ts'
import { failure, success, type Result } from './result.ts'

/**
 * - `active`: a session is stored on this device; its token may have expired while offline (D25)
 * - `none`: no one has signed in here, or the person signed out on purpose
 * - `lost`: the server ended the session; signing in again takes it up
 */
export type SessionState =
  | { readonly kind: 'active'; readonly person: PartnerId }
  | { readonly kind: 'none' }
  | { readonly kind: 'lost' }

/** `renewed` also tells of the first token after a start, not only of later ones. */
export type SessionEvent = 'signed-in' | 'renewed' | 'lost' | 'signed-out'

/** The key in localStorage under which auth-js keeps the session. */
export const sessionKey = 'tagebuch.session'

/** auth-js retries a renewal for up to 30 s; a call does not wait that long for its token. */
const tokenTimeoutMs = 12_000

export interface SessionOptions {
  readonly storage: SiteStorage
  readonly load: () => Promise<GoTrueClient>
}

/** The sign-in state of this device, readable before auth-js is loaded. */
export interface SessionStore {
  state(): SessionState
  subscribe(listener: (event: SessionEvent) => void): () => void
  /** This person's access token, renewed when it is about to expire. */
  token(person: PartnerId): Promise<Result<string>>
  /** Renews a token that the server refused. Only a permanent no ends the session. */
  renew(person: PartnerId): Promise<Result<string>>
  client(): Promise<GoTrueClient>
  /** The person wants the session to end: from here on nothing of it is taken up again. */
  forget(): void
  /** auth-js has forgotten the session, too; a new one may begin. */
  forgotten(): void
  close(): Promise<void>
}

const storedSession = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    access_token: v.string(),
    refresh_token: v.string(),
    user: v.object({ id: v.pipe(v.string(), v.check(isUuid)) }),
  }),
)

function readState(storage: SiteStorage): SessionState {
  const stored = v.safeParse(storedSession, storage.getItem(sessionKey))
  return stored.success
    ? { kind: 'active', person: stored.output.user.id as PartnerId }
    : { kind: 'none' }
}

/** True when the server, or the way to it, is at fault and the session may still be good. */
export function isTransient(error: AuthError): boolean {
  const status = error.status ?? 0
  return status === 0 || status === 408 || status === 429 || status >= 500
}

/** The session of this device, held by auth-js, which is loaded with the first call that needs it. */
export function createSessionStore(options: SessionOptions): SessionStore {
  const listeners = new Set<(event: SessionEvent) => void>()
  let state = readState(options.storage)
  let isForgetting = false
  let loading: Promise<GoTrueClient> | undefined

  function change(next: SessionState, event: SessionEvent): void {
    state = next
    for (const listener of listeners) listener(event)
  }

  function onAuthEvent(event: string, session: Session | null): void {
    // A renewal that was under way when the person signed out.
    if (isForgetting) return
    if (session !== null) {
      const fresh = state.kind !== 'active' || state.person !== session.user.id
      const next = { kind: 'active', person: session.user.id as PartnerId } as const
      return change(next, fresh ? 'signed-in' : 'renewed')
    }
    // INITIAL_SESSION without a session only says that auth-js could not renew it just now (D25).
    if (event !== 'SIGNED_OUT') return
    const wanted = state.kind === 'none'
    change({ kind: wanted ? 'none' : 'lost' }, wanted ? 'signed-out' : 'lost')
  }

  async function load(): Promise<GoTrueClient> {
    const client = await options.load()
    client.onAuthStateChange(onAuthEvent)
    return client
  }

  async function client(): Promise<GoTrueClient> {
    loading ??= load().catch((cause: unknown) => {
      loading = undefined
      throw cause
    })
    return loading
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

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async token(person) {
      if (state.kind !== 'active' || state.person !== person) return failure('unauthorized')
      return tokenInTime(async () => tokenOf(await (await client()).getSession(), person))
    },
    async renew(person) {
      if (state.kind !== 'active' || state.person !== person) return failure('unauthorized')
      return tokenInTime(async () => {
        const answer = await (await client()).refreshSession()
        const result = tokenOf(answer, person)
        // auth-js keeps a session whose token has not expired; the server has refused it twice.
        if (!result.ok && result.code === 'unauthorized' && state.kind === 'active')
          change({ kind: 'lost' }, 'lost')
        return result
      })
    },
    client,
    forget() {
      isForgetting = true
      change({ kind: 'none' }, 'signed-out')
    },
    forgotten() {
      isForgetting = false
    },
    async close() {
      listeners.clear()
      await (await loading)?.dispose()
    },
  }
}

/** A failure of any kind leaves the session as it is: the call may work later. */
async function tokenInTime(work: () => Promise<Result<string>>): Promise<Result<string>> {
  try {
    return await withTimeout(tokenTimeoutMs, work())
  } catch {
    return failure('network')
  }
}
