import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

interface Arrival {
  readonly request: IncomingMessage
  readonly since: number
  /** In milliseconds. */
  within: number
}

/** In milliseconds. */
const defaults = { within: 20_000, every: 5_000 }

/**
 * Ends connections whose request has not arrived in time, with its body. Node's own `requestTimeout` is one for all
 * requests, and a photo over a slow connection takes longer than a stranger may.
 */
export function limitArrivals(server: Server, { within, every } = defaults) {
  const arrivals = new Map<Socket, Arrival>()
  const sweeping = setInterval(endLate, every)
  server.on('request', (request: IncomingMessage) => {
    const { socket } = request
    if (!arrivals.has(socket)) socket.once('close', () => arrivals.delete(socket))
    arrivals.set(socket, { request, since: performance.now(), within })
  })
  server.once('close', () => clearInterval(sweeping))

  function endLate(): void {
    for (const [socket, { request, since, within }] of arrivals)
      if (!request.complete && performance.now() - since > within) socket.destroy()
  }

  return {
    /** Lets the request under way take so long from its beginning. */
    allow({ socket }: IncomingMessage, milliseconds: number): void {
      const arrival = arrivals.get(socket)
      if (arrival !== undefined) arrival.within = milliseconds
    },
  }
}
