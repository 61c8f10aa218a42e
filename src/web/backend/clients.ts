import type { GoTrueClient } from '@supabase/auth-js'
import type { PostgrestClient } from '@supabase/postgrest-js'
import type { RealtimeClient, WebSocketLikeConstructor } from '@supabase/realtime-js'

import type { SiteStorage } from '../browser/site-storage.ts'
import { sessionKey } from './stored-session.ts'

/** The way to the backend. */
export interface Source {
  /** Origin of the backend, without a path or a slash at its end. */
  readonly base: string
  readonly anonKey: string
  readonly fetch: typeof globalThis.fetch
}

/** Loads the client of the sign-in service, which keeps its session in `storage`. */
export async function loadAuthClient({
  base,
  anonKey,
  storage,
  fetch,
}: Source & { readonly storage: SiteStorage }): Promise<GoTrueClient> {
  const { AuthClient } = await import('@supabase/auth-js')
  return new AuthClient({
    url: `${base}/auth/v1`,
    headers: { apikey: anonKey },
    storageKey: sessionKey,
    storage,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: false,
    fetch,
  })
}

/** Loads the client of the tables. */
export async function loadRestClient({ base, anonKey, fetch }: Source): Promise<PostgrestClient> {
  const { PostgrestClient: Client } = await import('@supabase/postgrest-js')
  return new Client(`${base}/rest/v1`, {
    headers: { apikey: anonKey },
    // Outbox and pull retry: they know what may be sent twice.
    retry: false,
    fetch,
  })
}

/** Loads the client of realtime; it connects with the first channel. */
export async function loadRealtimeClient({
  base,
  anonKey,
  webSocket,
}: Omit<Source, 'fetch'> & {
  readonly webSocket: WebSocketLikeConstructor | undefined
}): Promise<RealtimeClient> {
  const { RealtimeClient: Client } = await import('@supabase/realtime-js')
  return new Client(`${base.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey: anonKey },
    ...(webSocket && { transport: webSocket }),
  })
}
