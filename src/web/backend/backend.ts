import type { PostgrestClient } from '@supabase/postgrest-js'
import type { WebSocketLikeConstructor } from '@supabase/realtime-js'

import type { PartnerId } from '../../domain/ids.ts'
import { webLocks } from '../browser/web-locks.ts'
import { localSiteStorage, type SiteStorage } from '../browser/site-storage.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import type { Calls } from './calls.ts'
import type { ChannelListener } from './channel.ts'
import { createNudgeCalls, type NudgeSupport } from './nudges.ts'
import { createCalls } from './create-calls.ts'
import { datedFetch } from './dated-fetch.ts'
import { loadAuthClient, loadRealtimeClient, loadRestClient, type Source } from './clients.ts'
import { sessionFetch } from './session-fetch.ts'
import { SessionStore, type SessionEvent } from './session.ts'
import { SessionEnd } from './session-end.ts'
import { signIn, signOut } from './sign-in.ts'
import { RealtimeSubscription } from './subscription.ts'

export interface BackendOptions {
  /** Origin of the backend, without a path: `https://tagebuch.example`. */
  readonly url: string
  /** The public anonymous key; it alone gives no access. */
  readonly anonKey: string
  /** Frames bring every change, with its whole row; a hosted project does not promise that. */
  readonly sendsWholeRows?: boolean
  /** Whether the server sends nudges; none unless given. */
  readonly nudges?: NudgeSupport
  /** The storage of the session; the browser's storage for this site unless given. */
  readonly storage?: SiteStorage
  /** For Node below 22, which has no WebSocket of its own. */
  readonly webSocket?: WebSocketLikeConstructor
  /** The event after which realtime's package loads, such as the first screen; called with the first subscription. */
  readonly realtimeAfter?: () => Promise<unknown>
  /** For tests that lose requests or answers. */
  readonly fetch?: typeof fetch
}

/** The only access to the server. Supabase's client packages load with the first call that needs them. */
export type Backend = ReturnType<typeof createBackend>

/** A request that takes longer counts as lost; the outbox lease outlives it. */
const requestTimeoutMs = 20_000

/** Connects nothing yet; see `Backend`. */
export function createBackend(options: BackendOptions) {
  const { anonKey, storage = localSiteStorage, webSocket, realtimeAfter } = options
  const base = options.url.replace(/\/+$/, '')
  const plainFetch = limitedFetch(options.fetch)
  const ends = new SessionEnd({ storage, base, anonKey, fetch: plainFetch })
  const authFetch = sessionFetch({ inner: plainFetch, storage, locks: webLocks() })
  const session = new SessionStore({
    storage,
    load: async () => loadAuthClient({ base, anonKey, storage, fetch: authFetch }),
  })
  const { fetch: dated, onAnswer } = datedFetch(plainFetch)
  const calls = (person: PartnerId) =>
    callsOver({ base, anonKey, fetch: authorizedFetch(dated, session, person) })
  const support: NudgeSupport = options.nudges ?? { kind: 'no-server' }

  return {
    /** Whether frames bring every change, with its whole row, so that no pull need follow each. */
    sendsWholeRows: options.sendsWholeRows ?? false,
    session: () => session.state(),
    /** Why a remembered person without a session must sign in again. */
    loss: () => session.loss(),
    onSession: (listener: (event: SessionEvent) => void) => session.subscribe(listener),
    signIn: async (identifier: string, password: string) =>
      signIn(session, ends, calls, identifier, password),
    signOut: async () => signOut(session, ends),
    /** True if the server can be told later of a sign-out without a network. */
    endsLater: () => ends.endsLater(),
    /**
     * Ends sessions on the server that were signed out without a network, and tries again until the
     * server knows; sends nothing if there are none.
     */
    endLeftSessions: async () => ends.send(),
    calls,
    /** Calls back with the time of each answer to a call; the returned function ends it. */
    onAnswer,
    nudges: (person: PartnerId) =>
      createNudgeCalls({ support, base, fetch: authorizedFetch(plainFetch, session, person) }),
    /** Joins the realtime channel as this person; the returned function leaves it. */
    subscribe(person: PartnerId, listener: ChannelListener) {
      const loadClient = async () => {
        await realtimeAfter?.()
        return loadRealtimeClient({ base, anonKey, webSocket })
      }
      const subscription = new RealtimeSubscription({ person, session, listener, loadClient })
      return () => subscription.leave()
    },
    /** Loads the client packages, so that a later call does not wait for them. */
    async warmUp() {
      await Promise.all([session.client(), import('@supabase/postgrest-js')])
    },
    async close() {
      ends.close()
      await session.close()
    },
  }
}

/** The calls of one person, whose token `fetch` adds; the client of the tables is loaded with the first of them. */
function callsOver(source: Source): Calls {
  let client: Promise<PostgrestClient> | undefined
  return createCalls(async () => {
    client ??= loadRestClient(source).catch((cause: unknown) => {
      client = undefined
      throw cause
    })
    return client
  }, source)
}

function limitedFetch(inner: typeof fetch | undefined): typeof fetch {
  return async (input, init) =>
    (inner ?? globalThis.fetch)(input, {
      ...init,
      signal: init?.signal ?? AbortSignal.timeout(requestTimeoutMs),
    })
}
