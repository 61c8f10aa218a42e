import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  RealtimeClient,
  type RealtimeChannel,
  type WebSocketLikeConstructor,
} from '@supabase/realtime-js'
import { WebSocket } from 'ws'
import { createAccessTokenVerifier } from '../../../src/server/accounts/access-token.ts'
import type { Limits } from '../../../src/server/realtime/limits.ts'
import { Realtime } from '../../../src/server/realtime/realtime.ts'
import { secret, type Journal } from './journal.ts'

export const anonKey = 'sb_publishable_realtime_tests'

export interface TestRoom {
  readonly realtime: Realtime
  readonly port: number
  readonly url: string
  /** How many sockets are open. */
  connections(): number
  /** The room's log. */
  readonly logged: string[]
  /** The access tokens that the room has verified. */
  readonly verified: string[]
  /** The unmodified client of this room. */
  client(options?: { token?: string | null }): RealtimeClient
  /** A bare socket. */
  raw(): Promise<RawSocket>
  stop(): Promise<void>
}

export async function startRoom(
  journal: Journal,
  options: {
    limits?: Partial<Limits>
    clock?: () => number
    addressOf?: (request: IncomingMessage) => string
  } = {},
): Promise<TestRoom> {
  const verifier = createAccessTokenVerifier({
    secret,
    pool: journal.database.pool,
    sessionMemory: 0,
  })
  const logged: string[] = []
  const verified: string[] = []
  const log = {
    info: (message: string) => void logged.push(message),
    error: (message: string, code?: string) => void logged.push(`${message} ${code ?? ''}`),
  }
  const realtime = new Realtime({
    database: journal.database.connection,
    anonKey,
    verifier: {
      async verify(token) {
        const verdict = await verifier.verify(token)
        verified.push(token)
        return verdict
      },
      endedSessions: async (claims) => verifier.endedSessions(claims),
    },
    refusalOf: ({ headers: { origin } }) =>
      origin === undefined || origin === 'http://journal.test' ? undefined : 'Origin not allowed',
    log,
    ...options,
  })
  const { server, sockets, port } = await listenFor(realtime)
  const url = `ws://127.0.0.1:${port}/realtime/v1`
  const clients: RealtimeClient[] = []
  return {
    realtime,
    port,
    url,
    logged,
    verified,
    connections: () => sockets.size,
    client({ token = null } = {}) {
      const client = new RealtimeClient(url, {
        transport: WebSocket as unknown as WebSocketLikeConstructor,
        params: { apikey: anonKey },
        reconnectAfterMs: () => 100,
      })
      if (token !== null) void client.setAuth(token)
      clients.push(client)
      return client
    },
    raw: () => openRaw(`${url}/websocket?apikey=${anonKey}&vsn=2.0.0`),
    async stop() {
      for (const client of clients) await client.disconnect()
      await realtime.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A server of sockets alone, on a free port, and those that are open. */
async function listenFor(realtime: Realtime) {
  const server = createServer()
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    realtime.handleUpgrade(request, socket, head)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  return { server, sockets, port }
}

export type Tuple = [string | null, string | null, string, string, Record<string, unknown>]

export interface RawSocket {
  readonly socket: WebSocket
  readonly received: Tuple[]
  readonly closed: Promise<number>
  send(...frame: unknown[]): void
  /** Joins a topic on one table and waits for reply and system message. */
  join(topic: string, token: string | null, bindings: unknown[]): Promise<Tuple>
  /** The first frame, received or to come, that fits. */
  frame(fits: (frame: Tuple) => boolean): Promise<Tuple>
  events(): Record<string, unknown>[]
}

export async function openRaw(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawSocket> {
  const socket = new WebSocket(url, { headers })
  const received: Tuple[] = []
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as Tuple))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const frame = (fits: (frame: Tuple) => boolean) => eventually(() => received.find(fits))
  const send = (...parts: unknown[]) => socket.send(JSON.stringify(parts))
  return {
    socket,
    received,
    closed,
    send,
    frame,
    events: () =>
      received
        .filter(([, , , event]) => event === 'postgres_changes')
        .map(([, , , , payload]) => payload['data'] as Record<string, unknown>),
    async join(topic, token, bindings) {
      send(topic, topic, `realtime:${topic}`, 'phx_join', {
        config: { postgres_changes: bindings },
        ...(token === null ? {} : { access_token: token }),
      })
      return frame(([, , of, event]) => of === `realtime:${topic}` && event === 'system')
    },
  }
}

type Sought<T> = T | undefined | false | null

/** Waits until `look` finds something; the limit is the test's own. */
export async function eventually<T>(look: () => Sought<T> | Promise<Sought<T>>): Promise<T> {
  const end = performance.now() + 50_000
  for (;;) {
    const found = await look()
    if (found !== undefined && found !== false && found !== null) return found
    if (performance.now() > end) throw new Error('nothing came')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

export interface Seen {
  readonly eventType: string
  readonly commit_timestamp: string
  readonly table: string
  readonly new: Record<string, unknown>
  readonly old: Record<string, unknown>
}

export interface Listener {
  readonly channel: RealtimeChannel
  readonly seen: Seen[]
  readonly systems: { status: string; message: string }[]
  readonly states: string[]
}

/** Subscribes the unmodified client to tables and waits until the subscription is active. */
export async function listen(
  client: RealtimeClient,
  topic: string,
  bindings: readonly { table: string; filter?: string }[],
): Promise<Listener> {
  const seen: Seen[] = []
  const systems: { status: string; message: string }[] = []
  const states: string[] = []
  const channel = client.channel(topic)
  for (const { table, filter } of bindings) {
    channel.on(
      'postgres_changes',
      { event: '*', schema: 'public', table, ...(filter === undefined ? {} : { filter }) },
      (payload) => void seen.push(payload as unknown as Seen),
    )
  }
  channel.on('system', {}, (payload) => void systems.push(payload))
  channel.subscribe((state) => void states.push(state))
  await eventually(() => systems[0])
  return { channel, seen, systems, states }
}
