import type { PostgrestClient } from '@supabase/postgrest-js'
import type { RealtimeClient, WebSocketLikeConstructor } from '@supabase/realtime-js'

import type { PartnerId } from '../../domain/ids.ts'
import { localSiteStorage, type SiteStorage } from '../browser/site-storage.ts'
import { createCalls, type Calls } from './calls.ts'
import { joinChannel, type ChannelListener } from './channel.ts'
import {
  createSessionStore,
  sessionKey,
  type SessionStore,
  type SessionEvent,
  type SessionState,
} from './session.ts'
import { createSessionEnd } from './session-end.ts'
import { signIn, signOut, type SignInResult } from './sign-in.ts'

export interface BackendOptions {
  /** Origin of the backend, without a path: `https://tagebuch.example`. */
  readonly url: string
  /** The public anonymous key; it opens nothing by itself. */
  readonly anonKey: string
  /** Where the session is kept; the browser's storage for this site unless given. */
  readonly storage?: SiteStorage
  /** For Node below 22, which has no WebSocket of its own. */
  readonly webSocket?: WebSocketLikeConstructor
  /** For tests that lose requests or answers. */
  readonly fetch?: typeof fetch
}

/** The way to the server. Supabase's client packages load with the first call that needs them. */
export interface Backend {
  session(): SessionState
  onSession(listener: (event: SessionEvent) => void): () => void
  signIn(identifier: string, password: string): Promise<SignInResult>
  signOut(): Promise<void>
  /** True where a sign-out without a network can be told to the server later. */
  endsLater(): boolean
  /** Tells the server of sessions that were left without a network; without any, asks nothing. */
  endLeftSessions(): Promise<void>
  calls(person: PartnerId): Calls
  /** Joins the realtime channel as this person; the returned function leaves it. */
  subscribe(person: PartnerId, listener: ChannelListener): () => void
  /** Loads the client packages, so that a later call does not wait for them. */
  warmUp(): Promise<void>
  close(): Promise<void>
}

/** A request that takes longer counts as lost; the outbox lease outlives it. */
const requestTimeout = 20_000

/** Connects nothing yet; see `Backend`. */
export function createBackend(options: BackendOptions): Backend {
  const base = options.url.replace(/\/+$/, '')
  const plainFetch: typeof fetch = async (input, init) =>
    (options.fetch ?? globalThis.fetch)(input, {
      ...init,
      signal: init?.signal ?? AbortSignal.timeout(requestTimeout),
    })
  const storage = options.storage ?? localSiteStorage
  const { anonKey } = options
  const ends = createSessionEnd({ storage, base, anonKey, fetch: plainFetch })
  const session = createSessionStore({
    storage,
    async load() {
      const { AuthClient } = await import('@supabase/auth-js')
      return new AuthClient({
        url: `${base}/auth/v1`,
        headers: { apikey: options.anonKey },
        storageKey: sessionKey,
        storage,
        autoRefreshToken: true,
        persistSession: true,
        detectSessionInUrl: false,
        fetch: plainFetch,
      })
    },
  })

  async function restClient(person: PartnerId): Promise<PostgrestClient> {
    const { PostgrestClient: Client } = await import('@supabase/postgrest-js')
    return new Client(`${base}/rest/v1`, {
      headers: { apikey: options.anonKey },
      // Retrying is the outbox's and pull's business: they know what may be sent twice.
      retry: false,
      fetch: authorizedFetch(plainFetch, session, person),
    })
  }

  function calls(person: PartnerId): Calls {
    let client: Promise<PostgrestClient> | undefined
    return createCalls(async () => {
      client ??= restClient(person).catch((cause: unknown) => {
        client = undefined
        throw cause
      })
      return client
    }, person)
  }

  return {
    session: () => session.state(),
    onSession: (listener) => session.subscribe(listener),
    signIn: async (identifier, password) => signIn(session, ends, calls, identifier, password),
    signOut: async () => signOut(session, ends),
    endsLater: () => ends.endsLater(),
    endLeftSessions: async () => ends.send(),
    calls,
    subscribe: (person, listener) => subscribe(options, base, session, person, listener),
    async warmUp() {
      await Promise.all([session.client(), import('@supabase/postgrest-js')])
    },
    close: async () => session.close(),
  }
}

/** Adds the person's token; renews it once when the server refuses it. */
function authorizedFetch(
  inner: typeof fetch,
  session: SessionStore,
  person: PartnerId,
): typeof fetch {
  async function send(token: string, input: RequestInfo | URL, init?: RequestInit) {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${token}`)
    return inner(input, { ...init, headers })
  }
  return async (input, init) => {
    const token = await session.token(person)
    if (!token.ok) return refuse(token.code)
    const answer = await send(token.value, input, init)
    if (answer.status !== 401) return answer
    const renewed = await session.renew(person)
    if (!renewed.ok) return refuse(renewed.code)
    return send(renewed.value, input, init)
  }
}

function refuse(code: string): Response {
  if (code !== 'unauthorized') throw new TypeError('the session could not be renewed just now')
  return new Response('{"code":"PGRST301"}', { status: 401 })
}

function subscribe(
  options: BackendOptions,
  base: string,
  session: SessionStore,
  person: PartnerId,
  listener: ChannelListener,
): () => void {
  let leave: (() => void) | undefined
  let left = false
  let starting = false

  async function token(): Promise<string | undefined> {
    const result = await session.token(person)
    return result.ok ? result.value : undefined
  }

  async function handOver(client: RealtimeClient): Promise<void> {
    const renewed = await token()
    if (renewed !== undefined) await client.setAuth(renewed)
  }

  async function start(): Promise<void> {
    if (left || starting || leave !== undefined || session.state().kind !== 'active') return
    starting = true
    const { RealtimeClient: Client } = await import('@supabase/realtime-js')
    const client = new Client(`${base.replace(/^http/, 'ws')}/realtime/v1`, {
      params: { apikey: options.anonKey },
      ...(options.webSocket === undefined ? {} : { transport: options.webSocket }),
    })
    starting = false
    if (left) return
    const leaveChannel = joinChannel(client, token, listener)
    const stopRenewing = session.subscribe((event) => {
      if (event === 'renewed') void handOver(client)
    })
    leave = () => {
      stopRenewing()
      leaveChannel()
    }
  }

  function stop(): void {
    leave?.()
    leave = undefined
  }

  async function restart(): Promise<void> {
    // Without the package there is no realtime; the next session event tries again.
    await start().catch(() => {
      starting = false
      listener.onDown()
    })
  }

  const unsubscribe = session.subscribe((event) => {
    if (event === 'lost' || event === 'signed-out') stop()
    else void restart()
  })
  void restart()
  return () => {
    left = true
    unsubscribe()
    stop()
  }
}
