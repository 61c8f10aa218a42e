import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { networksOf } from './client-address.ts'
import { findSlot } from './slots.ts'

/** Limits of HTTP connections, WebSockets excluded; times in ms. */
const defaultLimits = {
  /** Requests of one connection that wait for their answer; browsers send one after the other. */
  unanswered: 8,
  ofAddress: 128,
  inAll: 512,
  /** A connection without a byte in either direction for this long is ended. */
  silence: 30_000,
  /** How long the TLS handshake of a connection may take. */
  handshake: 10_000,
  /** How long one answer may take to be read: some 5 kB a second for the largest file. */
  answer: 120_000,
}
export type ConnectionLimits = Readonly<typeof defaultLimits>

interface Connection {
  networks: readonly string[]
  readonly since: number
  /** The TCP connection, under the `TLSSocket` if there is one. */
  readonly socket: Socket
  isHandshaking: boolean
  signedIn: boolean
  unanswered: number
  /** When the pending answer was requested, in ms. */
  requestedAt: number
}

interface ConnectionsOptions {
  /** The client's address; without a request the peer's, `''` if that is a proxy's. */
  readonly addressOf: (socket: Socket, request?: IncomingMessage) => string
  /** True if each connection begins with a TLS handshake. */
  readonly secure?: boolean
  readonly limits?: Partial<ConnectionLimits>
}

/**
 * Limits what strangers make the server hold: connections in all and per address, waiting requests
 * on one connection, and the time to read an answer. If there are too many, a connection of the
 * largest network ends, else the oldest (`findSlot`); those that carried a valid token stay.
 */
export function limitConnections(server: Server, options: ConnectionsOptions): LimitedConnections {
  const limits = { ...defaultLimits, ...options.limits }
  const connections = new LimitedConnections(options.addressOf, limits)
  server.setTimeout(limits.silence)
  server.on('connection', (socket) => connections.add(socket, options.secure === true))
  server.on('secureConnection', (secure: TLSSocket) => connections.secured(secure))
  server.on('upgrade', (request) => connections.remove(request.socket))
  const sweeping = setInterval(() => connections.endLate(), limits.answer / 20)
  server.once('close', () => clearInterval(sweeping))
  return connections
}

class LimitedConnections {
  readonly #addressOf: ConnectionsOptions['addressOf']
  readonly #limits: ConnectionLimits
  /** In order of age. */
  readonly #connections = new Set<Connection>()
  /** By the TCP socket, and by its `TLSSocket` once the handshake is over. */
  readonly #bySocket = new WeakMap<Socket, Connection>()

  constructor(addressOf: ConnectionsOptions['addressOf'], limits: ConnectionLimits) {
    this.#addressOf = addressOf
    this.#limits = limits
  }

  add(socket: Socket, isHandshaking: boolean): void {
    const connection: Connection = {
      socket,
      networks: this.#networksOf(socket),
      since: now(),
      isHandshaking,
      signedIn: false,
      unanswered: 0,
      requestedAt: 0,
    }
    this.#connections.add(connection)
    this.#track(socket, connection)
    this.#takeSlot(connection)
  }

  /** The handshake of a connection is over; it keeps its place and its age. */
  secured(secure: TLSSocket): void {
    const found = [...this.#connections].find(
      ({ socket, isHandshaking }) => isHandshaking && isSameConnection(socket, secure),
    )
    if (found === undefined) {
      secure.destroy()
      return
    }
    found.isHandshaking = false
    this.#track(secure, found)
  }

  /** Stops counting a connection that has closed or became a WebSocket. */
  remove(socket: Socket): void {
    const connection = this.#bySocket.get(socket)
    if (connection !== undefined) this.#connections.delete(connection)
    this.#bySocket.delete(socket)
  }

  /** Counts a request; `false` when its connection has been ended instead. */
  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const connection = this.#bySocket.get(socket)
    // It ended while its data were still being parsed.
    if (connection?.socket.destroyed !== false || socket.destroyed) return false
    connection.unanswered += 1
    if (connection.unanswered === 1) connection.requestedAt = now()
    if (connection.unanswered > this.#limits.unanswered) {
      this.#end(connection)
      return false
    }
    response.once('close', () => {
      connection.unanswered -= 1
      connection.requestedAt = now()
      connection.networks = this.#networksOf(socket)
    })
    connection.networks = this.#networksOf(socket, request)
    this.#takeSlot(connection)
    return !connection.socket.destroyed
  }

  /** The connection carries a valid token: it is never ended to make room. */
  signedIn(socket: Socket): void {
    const connection = this.#bySocket.get(socket)
    if (connection !== undefined) connection.signedIn = true
  }

  /** The pending answer counts from this many milliseconds on: its request may take so long to arrive. */
  answersAfter(socket: Socket, milliseconds: number): void {
    const connection = this.#bySocket.get(socket)
    if (connection !== undefined) connection.requestedAt = now() + milliseconds
  }

  /** Ends the connections whose TLS handshake is not finished: a server that closes waits for them. */
  endHandshakes(): void {
    for (const connection of this.#connections) if (connection.isHandshaking) this.#end(connection)
  }

  endLate(): void {
    for (const connection of this.#connections) if (this.#isLate(connection)) this.#end(connection)
  }

  /** An occasional byte resets a silence timer, so the whole time of a handshake counts. */
  #isLate({ isHandshaking, since, unanswered, requestedAt }: Connection): boolean {
    if (isHandshaking) return now() - since > this.#limits.handshake
    return unanswered > 0 && now() - requestedAt > this.#limits.answer
  }

  #track(socket: Socket, connection: Connection): void {
    this.#bySocket.set(socket, connection)
    socket.once('close', () => this.remove(socket))
  }

  #networksOf(socket: Socket, request?: IncomingMessage): readonly string[] {
    const address = this.#addressOf(socket, request)
    return address === '' ? [] : networksOf(address)
  }

  /** For a connection that came or belongs to another client now; it ends if no other does. */
  #takeSlot(connection: Connection): void {
    const others = [...this.#connections].filter((one) => one !== connection)
    const { inAll: all, ofAddress } = this.#limits
    const endsFor = (one: Connection) => (one.signedIn ? 'no one' : 'anyone')
    const slot = findSlot(others, connection, { all, ofAddress, endsFor })
    if (slot !== 'free') this.#end(slot === 'taken' ? connection : slot.ends)
  }

  #end(connection: Connection): void {
    this.#connections.delete(connection)
    connection.socket.destroy()
  }
}

/** Node does not expose the TCP connection of a `TLSSocket`; the addresses of both ends identify it. */
function isSameConnection(one: Socket, other: Socket): boolean {
  return (
    one.remotePort === other.remotePort &&
    one.remoteAddress === other.remoteAddress &&
    one.localAddress === other.localAddress
  )
}

const now = () => performance.now()
