import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { oldest, outOfLargestCrowd } from './crowd.ts'
import type { Member } from './crowd.ts'

/** What the connections of HTTP may take, sockets that became WebSockets aside. */
export interface ConnectionLimits {
  /** Requests of one connection that wait for their answer; browsers send one after the other. */
  readonly unanswered: number
  readonly ofAddress: number
  readonly inAll: number
  /** A connection without a byte in either direction for this long is ended, in ms. */
  readonly silence: number
  /** How long one answer may take to be read, in ms: some 5 kB a second for the largest file. */
  readonly answer: number
}

const defaultLimits: ConnectionLimits = {
  unanswered: 8,
  ofAddress: 128,
  inAll: 512,
  silence: 30_000,
  answer: 120_000,
}

export interface Connections {
  /** Counts a request; `false` when its connection has been ended instead. */
  admit(request: IncomingMessage, response: ServerResponse): boolean
  /** The connection carries a valid token: it gives way to nobody. */
  signedIn(socket: Socket): void
}

interface Connection extends Member {
  address: string
  readonly socket: Socket
  signedIn: boolean
  unanswered: number
  /** When the answer under way was asked for, in ms. */
  asked: number
}

interface ConnectionsOptions {
  /** The client's address; without a request the peer's, `''` where that is a proxy's. */
  readonly addressOf: (socket: Socket, request?: IncomingMessage) => string
  readonly limits?: Partial<ConnectionLimits>
}

/**
 * Bounds what strangers make the server hold: connections in all and for each address, requests
 * that wait on one connection, and the time to read an answer. Where there are too many, a
 * connection of the largest crowd ends, else the oldest; those that carried a valid token stay.
 */
export function limitConnections(server: Server, options: ConnectionsOptions): Connections {
  const limits = { ...defaultLimits, ...options.limits }
  const members = new Map<Socket, Connection>()

  function end(connection: Connection | undefined): void {
    if (connection === undefined) return
    members.delete(connection.socket)
    connection.socket.destroy()
  }

  /** Keeps the bounds after `newcomer` came, whose own connection ends if nobody gives way. */
  function makeRoom(newcomer: Connection): void {
    const giving = [...members.values()].filter((one) => one !== newcomer && !one.signedIn)
    const neighbours = (one: Connection) => one.address !== '' && one.address === newcomer.address
    if ([...members.values()].filter(neighbours).length > limits.ofAddress)
      end(oldest(giving.filter(neighbours)) ?? newcomer)
    else if (members.size > limits.inAll)
      end(outOfLargestCrowd(giving, newcomer.address) ?? oldest(giving) ?? newcomer)
  }

  server.setTimeout(limits.silence)
  server.on('connection', (socket) => {
    const address = options.addressOf(socket)
    const connection = { socket, address, since: now(), signedIn: false, unanswered: 0, asked: 0 }
    members.set(socket, connection)
    socket.once('close', () => members.delete(socket))
    makeRoom(connection)
  })
  server.on('upgrade', (request) => members.delete(request.socket))
  const sweeping = setInterval(() => {
    for (const connection of members.values())
      if (connection.unanswered > 0 && now() - connection.asked > limits.answer) end(connection)
  }, limits.answer / 20)
  server.once('close', () => clearInterval(sweeping))

  return {
    admit(request, response) {
      const { socket } = request
      const connection = members.get(socket)
      // Ended while what it had sent was still being taken apart.
      if (connection === undefined || socket.destroyed) return false
      connection.unanswered += 1
      if (connection.unanswered === 1) connection.asked = now()
      if (connection.unanswered > limits.unanswered) {
        end(connection)
        return false
      }
      response.once('close', () => {
        connection.unanswered -= 1
        connection.asked = now()
        connection.address = options.addressOf(socket)
      })
      connection.address = options.addressOf(socket, request)
      makeRoom(connection)
      return !socket.destroyed
    },
    signedIn(socket) {
      const connection = members.get(socket)
      if (connection !== undefined) connection.signedIn = true
    },
  }
}

const now = () => performance.now()
