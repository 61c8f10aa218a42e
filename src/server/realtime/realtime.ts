import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { AccessTokenVerifier } from '../accounts/access-token.ts'
import type { DatabaseConnection } from '../database/connection.ts'
import { Pool } from '../database/pool.ts'
import type { Log } from '../log.ts'
import { Catalogue } from './catalogue.ts'
import { ChangeStream } from './change-stream.ts'
import type { ChannelDeps } from './channel-deps.ts'
import { Connection } from './socket-connection.ts'
import { Delivery } from './delivery.ts'
import { checkHandshake, refuseHandshake, type Refusal } from './handshake.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { admitConnection, startTimers, untilEmpty } from './open-connections.ts'
import { RowReader } from './row-reader.ts'

export interface RealtimeOptions {
  /** As the owner; the role needs REPLICATION. */
  readonly database: DatabaseConnection
  readonly anonKey: string
  readonly verifier: Pick<AccessTokenVerifier, 'verify' | 'endedSessions'>
  /** Why a handshake is refused by its host or origin; no browser leaves the origin out. */
  readonly refusalOf: (request: IncomingMessage) => string | undefined
  /** Called after anything was written, or may have been. */
  readonly onWrite?: () => void
  readonly log: Log
  /** The client's address, for the limit per address; by default the socket's. */
  readonly addressOf?: (request: IncomingMessage) => string
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  readonly limits?: Partial<Limits>
}

const goingAway = 1001
const unavailable: Refusal = { status: 500, error: 'The server is stopping' }

/**
 * The realtime server: Supabase Realtime's protocol for `postgres_changes` (docs/protocol.md), fed by
 * the publication `supabase_realtime`. A row reaches a person only as that person's own select returns
 * it (D9). Joins are confirmed as soon as the change stream runs. Nothing thrown inside leaves it.
 */
export class Realtime {
  readonly #options: RealtimeOptions
  readonly #owner: Pool
  readonly #readers: Pool
  readonly #deps: ChannelDeps
  readonly #stream: ChangeStream
  readonly #server: WebSocketServer
  readonly #connections = new Set<Connection>()
  readonly #timers: { stop(): void }
  #isClosing = false

  constructor(options: RealtimeOptions) {
    const { database, log, clock: now = Date.now, onWrite } = options
    const limits = { ...defaultLimits, ...options.limits }
    const settings = { statement_timeout: '2000' }
    const owner = new Pool(database, { name: 'journal realtime owner', max: 2, settings })
    const readers = new Pool(database, { name: 'journal realtime readers', max: 4, settings })
    const catalogue = new Catalogue(owner)
    const reader = new RowReader(readers, owner)
    const delivery = new Delivery({ catalogue, reader, owner, log })
    const stream = new ChangeStream({
      database,
      owner,
      limits,
      log,
      onCommit: (commit) => {
        delivery.publish(commit)
        onWrite?.()
      },
      async onLive() {
        await catalogue.refresh()
        delivery.resync()
        onWrite?.()
      },
    })
    this.#options = options
    this.#owner = owner
    this.#readers = readers
    this.#stream = stream
    const whenLive = async () => stream.whenLive()
    this.#deps = { ...options, catalogue, delivery, whenLive, limits, now }
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: limits.frameBytes,
      maxFragments: limits.fragments,
      maxBufferedChunks: limits.bufferedChunks,
      perMessageDeflate: false,
      clientTracking: false,
    })
    this.#timers = startTimers(this.#deps, this.#connections)
  }

  /** Takes an HTTP upgrade, or refuses it as plain HTTP. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { anonKey, refusalOf } = this.#options
    const checked = this.#isClosing ? unavailable : checkHandshake(request, anonKey, refusalOf)
    if (checked === undefined) this.#accept(request, socket, head)
    else refuseHandshake(socket, checked)
  }

  /** Whether a channel of this session is joined. */
  hasSocket(session: string): boolean {
    return [...this.#connections].some((connection) =>
      connection.claims().some((claims) => claims.session_id === session),
    )
  }

  /** Closes every socket with 1001, ends the slot and all timers. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#timers.stop()
    for (const connection of this.#connections) connection.close(goingAway, 'server is stopping')
    await Promise.all([this.#stream.close(), untilEmpty(this.#connections)])
    await Promise.all([this.#owner.end(), this.#readers.end()])
  }

  #accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = this.#options.addressOf?.(request) ?? request.socket.remoteAddress ?? ''
    const connections = this.#connections
    if (!admitConnection(connections, address, this.#deps)) {
      refuseHandshake(socket, { status: 429, error: 'Too many connections' })
      return
    }
    this.#server.handleUpgrade(request, socket, head, (accepted) => {
      const connection: Connection = new Connection(this.#deps, accepted, address)
      // After the listener of `ws`: what a chunk completes was received before.
      socket.on('data', (chunk: Buffer) => connection.receivedChunk(chunk))
      connections.add(connection)
      accepted.on('close', () => connections.delete(connection))
    })
  }
}
