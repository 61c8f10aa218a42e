import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { oldest, oldestOfLargestNetwork } from './largest-network.ts'
import type { Member } from './largest-network.ts'

/** Limits of HTTP connections, WebSockets excluded. */
export interface ConnectionLimits {
  /** Requests of one connection that wait for their answer; browsers send one after the other. */
  readonly unanswered: number
  readonly ofAddress: number
  readonly inAll: number
  /** A connection without a byte in either direction for this long is ended, in ms. */
  readonly silence: number
  /** How long the TLS handshake of a connection may take, in ms. */
  readonly handshake: number
  /** How long one answer may take to be read, in ms: some 5 kB a second for the largest file. */
  readonly answer: number
}

const defaultLimits: ConnectionLimits = {
  unanswered: 8,
  ofAddress: 128,
  inAll: 512,
  silence: 30_000,
  handshake: 10_000,
  answer: 120_000,
}

export interface Connections {
  /** Counts a request; `false` when its connection has been ended instead. */
  admit(request: IncomingMessage, response: ServerResponse): boolean
  /** The connection carries a valid token: it is never ended to make room. */
  signedIn(socket: Socket): void
  /** Ends the connections whose TLS handshake is not finished: a server that closes waits for them. */
  endHandshakes(): void
}

interface Connection extends Member {
  address: string
  /** The TCP connection, under the `TLSSocket` if there is one. */
  readonly socket: Socket
  isHandshaking: boolean
  signedIn: boolean
  unanswered: number
  /** When the pending answer was requested, in ms. */
  asked: number
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
 * largest network ends, else the oldest; those that carried a valid token stay.
 */
export function limitConnections(server: Server, options: ConnectionsOptions): Connections {
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

class LimitedConnections implements Connections {
  readonly #addressOf: ConnectionsOptions['addressOf']
  readonly #limits: ConnectionLimits
  /** By the socket of their requests: the `TLSSocket`, once its handshake is over. */
  readonly #connections = new Map<Socket, Connection>()

  constructor(addressOf: ConnectionsOptions['addressOf'], limits: ConnectionLimits) {
    this.#addressOf = addressOf
    this.#limits = limits
  }

  add(socket: Socket, isHandshaking: boolean): void {
    const connection: Connection = {
      socket,
      address: this.#addressOf(socket),
      since: now(),
      isHandshaking,
      signedIn: false,
      unanswered: 0,
      asked: 0,
    }
    this.#connections.set(socket, connection)
    socket.once('close', () => this.remove(socket))
    this.#enforceLimits(connection)
  }

  /** The handshake of a connection is over; it keeps its place and its age. */
  secured(secure: TLSSocket): void {
    const found = [...this.#connections.values()].find(
      ({ socket, isHandshaking }) => isHandshaking && isSameConnection(socket, secure),
    )
    if (found === undefined) {
      secure.destroy()
      return
    }
    found.isHandshaking = false
    this.remove(found.socket)
    this.#connections.set(secure, found)
    secure.once('close', () => this.remove(secure))
  }

  /** Stops counting a connection that has closed or became a WebSocket. */
  remove(socket: Socket): void {
    this.#connections.delete(socket)
  }

  admit(request: IncomingMessage, response: ServerResponse): boolean {
    const { socket } = request
    const connection = this.#connections.get(socket)
    // It ended while its data were still being parsed.
    if (connection === undefined || socket.destroyed) return false
    connection.unanswered += 1
    if (connection.unanswered === 1) connection.asked = now()
    if (connection.unanswered > this.#limits.unanswered) {
      this.#end(connection)
      return false
    }
    response.once('close', () => {
      connection.unanswered -= 1
      connection.asked = now()
      connection.address = this.#addressOf(socket)
    })
    connection.address = this.#addressOf(socket, request)
    this.#enforceLimits(connection)
    return !socket.destroyed
  }

  signedIn(socket: Socket): void {
    const connection = this.#connections.get(socket)
    if (connection !== undefined) connection.signedIn = true
  }

  endHandshakes(): void {
    for (const connection of this.#connections.values())
      if (connection.isHandshaking) this.#end(connection)
  }

  endLate(): void {
    for (const connection of this.#connections.values())
      if (this.#isLate(connection)) this.#end(connection)
  }

  /** An occasional byte resets a silence timer, so the whole time of a handshake counts. */
  #isLate({ isHandshaking, since, unanswered, asked }: Connection): boolean {
    if (isHandshaking) return now() - since > this.#limits.handshake
    return unanswered > 0 && now() - asked > this.#limits.answer
  }

  /** Keeps the limits after `added` came, which ends if no other does. */
  #enforceLimits(added: Connection): void {
    const all = [...this.#connections.values()]
    const others = all.filter((one) => one !== added && !one.signedIn)
    const isNeighbour = (one: Connection) => one.address !== '' && one.address === added.address
    if (all.filter(isNeighbour).length > this.#limits.ofAddress)
      this.#end(oldest(others.filter(isNeighbour)) ?? added)
    else if (all.length > this.#limits.inAll)
      this.#end(oldestOfLargestNetwork(others, added.address) ?? oldest(others) ?? added)
  }

  #end(connection: Connection): void {
    for (const [carrier, one] of this.#connections) if (one === connection) this.remove(carrier)
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
