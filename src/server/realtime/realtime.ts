import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type postgres from 'postgres'
import { WebSocketServer } from 'ws'
import { connect, type DatabaseConnection } from '../database/connection.ts'
import { oldest, outOfLargestCrowd } from '../guard/crowd.ts'
import type { Log } from '../log.ts'
import { createCatalogue } from './catalogue.ts'
import { startChangeStream } from './change-stream.ts'
import { openConnection, type Connection } from './connection.ts'
import { createDelivery } from './delivery.ts'
import type { Vsn } from './frame.ts'
import { judgeHandshake, refuseHandshake, type Refusal } from './handshake.ts'
import type { EndedSessions, VerifyAccessToken } from './identity.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { createLiveness, type Room } from './room.ts'
import { createRowReader } from './row-reader.ts'
import { untilVisible } from './visibility.ts'

export interface RealtimeOptions {
  /** As the owner; the role needs REPLICATION. */
  readonly database: DatabaseConnection
  readonly anonKey: string
  readonly verifyAccessToken: VerifyAccessToken
  readonly endedSessions: EndedSessions
  /** Why a handshake is refused by its host or origin; no browser leaves the origin out. */
  readonly refusalOf: (request: IncomingMessage) => string | undefined
  readonly log: Log
  /** The client's address, for the limit per address; by default the socket's. */
  readonly addressOf?: (request: IncomingMessage) => string
  /** Milliseconds since 1970. */
  readonly clock?: () => number
  readonly limits?: Partial<Limits>
}

export interface Realtime {
  /** Takes an HTTP upgrade, or refuses it as plain HTTP. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes every socket with 1001, ends the slot and all timers. */
  close(): Promise<void>
}

const goingAway = 1001
const tryAgainLater = 1013
const farewell = 700
const unavailable: Refusal = { status: 500, error: 'The server is stopping' }

/**
 * Starts the realtime server: Supabase Realtime's protocol for `postgres_changes` (docs/protocol.md),
 * fed by the publication `supabase_realtime`. A row reaches a person only as that person's own select
 * returns it (D9). Returns at once; joins are confirmed as soon as the change stream stands. Nothing
 * thrown inside leaves this room.
 */
export function startRealtime(options: RealtimeOptions): Realtime {
  const limits = { ...defaultLimits, ...options.limits }
  const now = options.clock ?? Date.now
  const owner = openPool(options.database, 'owner', 2, {})
  const readers = openPool(options.database, 'readers', 4, { TimeZone: 'UTC' })
  const catalogue = createCatalogue(owner)
  const reader = createRowReader(readers, owner)
  const delivery = createDelivery({
    catalogue,
    reader,
    untilVisible: () => untilVisible(owner),
    log: options.log,
  })
  const liveness = createLiveness()
  const { anonKey, verifyAccessToken, endedSessions, log } = options
  const room: Room = {
    anonKey,
    verifyAccessToken,
    endedSessions,
    catalogue,
    reader,
    delivery,
    liveness,
    limits,
    log,
    now,
  }
  const stream = startChangeStream({
    database: options.database,
    owner,
    limits,
    log,
    now,
    onChange: (change) => delivery.publish(change),
    async onLive() {
      await catalogue.refresh()
      liveness.set(true)
      delivery.resync()
    },
    onLost: () => liveness.set(false),
  })
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const connections = new Set<Connection>()
  const timers = startTimers(room, connections)
  let closing = false

  function accept(request: IncomingMessage, socket: Duplex, head: Buffer, vsn: Vsn): void {
    const address = options.addressOf?.(request) ?? request.socket.remoteAddress ?? ''
    if (!makeRoom(connections, address, room)) {
      refuseHandshake(socket, { status: 429, error: 'Too many connections' })
      return
    }
    server.handleUpgrade(request, socket, head, (accepted) => {
      connections.add(
        openConnection(room, accepted, vsn, address, (gone) => void connections.delete(gone)),
      )
    })
  }

  return {
    handleUpgrade(request, socket, head) {
      const verdict = closing ? unavailable : judgeHandshake(request, anonKey, options.refusalOf)
      if (typeof verdict === 'string') accept(request, socket, head, verdict)
      else refuseHandshake(socket, verdict)
    },
    async close() {
      closing = true
      timers.stop()
      for (const connection of connections) connection.close(goingAway, 'server is stopping')
      await Promise.all([stream.close(), untilEmpty(connections)])
      await Promise.all([owner.end({ timeout: 1 }), readers.end({ timeout: 1 })])
    },
  }
}

function openPool(
  database: DatabaseConnection,
  name: string,
  max: number,
  settings: Record<string, string>,
): postgres.Sql {
  return connect(database, {
    max,
    // Its question for array types floats: a connection lost under it would be nobody's rejection.
    fetch_types: false,
    connect_timeout: 5,
    // postgres.js would wait up to 20 s after a restart of the database.
    backoff: (retries) => Math.min(0.1 * 2 ** retries, 1),
    onnotice: () => {},
    connection: {
      application_name: `journal realtime ${name}`,
      statement_timeout: 2_000,
      ...settings,
    },
  })
}

/**
 * Whether one more socket may come. One that is not signed in gives way to it: of the largest crowd
 * at once, so that no line can hold all places; else one that had time enough to sign in.
 */
function makeRoom(connections: Set<Connection>, address: string, room: Room): boolean {
  const { sockets, socketsPerAddress, anonymousGrace } = room.limits
  const strangers = [...connections].filter((connection) => !connection.isSignedIn())
  const late = strangers.filter(({ since }) => room.now() - since > anonymousGrace)
  const isNeighbour = (connection: Connection) => connection.address === address
  let giving: Connection | undefined
  if ([...connections].filter(isNeighbour).length >= socketsPerAddress)
    giving = oldest(late.filter(isNeighbour))
  else if (connections.size >= sockets)
    giving = outOfLargestCrowd(strangers, address) ?? oldest(late)
  else return true
  if (giving === undefined) return false
  // At once: until its farewell is over it would give way to every other newcomer, too.
  connections.delete(giving)
  giving.close(tryAgainLater, 'too many connections')
  return true
}

function startTimers(room: Room, connections: ReadonlySet<Connection>): { stop(): void } {
  const sweeping = setInterval(() => {
    for (const connection of connections) connection.sweep()
  }, room.limits.sweep)
  let looking = false
  const rechecking = setInterval(() => {
    if (looking) return
    looking = true
    void endSessions(room, connections).finally(() => (looking = false))
  }, room.limits.recheck)
  return {
    stop() {
      clearInterval(sweeping)
      clearInterval(rechecking)
    },
  }
}

/** A session that has ended, on whichever way, loses its sockets. */
async function endSessions(room: Room, connections: ReadonlySet<Connection>): Promise<void> {
  const claims = [...connections].flatMap((connection) => connection.claims())
  if (claims.length === 0) return
  // A database that does not answer says nothing about a session.
  const ended = await room.endedSessions(claims).catch(() => new Set<string>())
  for (const session of ended) for (const connection of connections) connection.endSession(session)
}

async function untilEmpty(connections: ReadonlySet<Connection>): Promise<void> {
  const end = performance.now() + farewell
  while (connections.size > 0 && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
