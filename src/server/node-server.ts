import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { getRequestListener } from '@hono/node-server'
import { longestTransfer } from '../domain/photo.ts'
import { limitArrivals } from './guard/arrivals.ts'
import { isPhotoUpload } from './guard/body-limit.ts'
import { clientAddress } from './guard/client-address.ts'
import { limitConnections } from './guard/connections.ts'
import { createFairQueue } from './guard/fair-queue.ts'

/** The handler of requests, for `getRequestListener`. */
type Fetch = Parameters<typeof getRequestListener>[0]

/** Called with each request whose token is valid, and with its person. */
export type SignedIn = (request: IncomingMessage, person: string) => void

/** The client's address of a request, as the proxy names it if it is trusted. */
export function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = request.headers['x-forwarded-for']
  return clientAddress(
    request.socket.remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    trustProxy,
  )
}

interface NodeServerOptions {
  readonly trustProxy: boolean
  /** The certificate's chain and its key, in PEM: with them the server speaks HTTPS alone. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined
}

export type NodeServer = ReturnType<typeof createNodeServer>

const bounds = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 10_000,
  // `limitArrivals` ends what does not arrive.
  requestTimeout: 0,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
}

/**
 * Node's HTTP or HTTPS server with bounds that make slow senders, slow readers and endless headers
 * harmless.
 */
export function createNodeServer(
  fetch: (signedIn: SignedIn) => Fetch,
  { trustProxy, certificate }: NodeServerOptions,
) {
  /** The same server, if it has a certificate. */
  const secure =
    certificate === undefined
      ? undefined
      : createSecureServer({ ...bounds, cert: certificate.cert, key: certificate.key })
  const server: Server = secure ?? createServer(bounds)
  const connections = limitConnections(server, {
    secure: secure !== undefined,
    // Between two requests a proxy's connection belongs to no client.
    addressOf: (socket, request) => {
      if (request !== undefined) return addressOf(request, trustProxy)
      return trustProxy ? '' : clientAddress(socket.remoteAddress, undefined, false)
    },
  })
  const arrivals = limitArrivals(server)
  const fair = createFairQueue()
  const signedIn: SignedIn = (request, person) => {
    const { headers, socket, method, url } = request
    connections.signedIn(socket)
    if (isPhotoUpload(method, url) && !request.complete) {
      const longest = longestTransfer(Number(headers['content-length']))
      arrivals.allow(request, longest)
      connections.answersAfter(socket, longest)
    }
    if (headers.authorization !== undefined) fair.recognise(headers.authorization, person)
  }
  const answer = getRequestListener(fetch(signedIn), { overrideGlobalObjects: false })
  server.on('request', (request, response) => {
    if (!connections.admit(request, response)) return
    fair.run(request.headers.authorization, () => {
      if (!request.socket.destroyed) void answer(request, response)
    })
  })
  return { server, secure, endHandshakes: () => connections.endHandshakes() }
}
