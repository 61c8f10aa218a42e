import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { listen, stopListening } from '../listen.ts'

/** A test server as a hosted project is seen from outside. */
export interface HostedBackend {
  readonly url: string
  stop(): Promise<void>
}

/** The headers that the journal's own server adds to its answers, and a hosted project does not. */
const ownHeaders = /^(content-security-policy|x-frame-options|cross-origin-.*|permissions-policy)$/
const bodyHeaders = /^(content-(encoding|length)|transfer-encoding|connection)$/

/**
 * Stands before a test server and answers as a hosted project does: pages of every origin may ask (CORS),
 * sockets too, and there is neither a revocation token nor a way to use one.
 */
export async function startHostedBackend(serverUrl: string): Promise<HostedBackend> {
  const server = createServer((request, response) => {
    answer(serverUrl, request, response).catch(() => response.destroy())
  })
  server.on('upgrade', (request, socket, head) => passOn(serverUrl, request, socket, head))
  return { url: await listen(server), stop: async () => stopListening(server) }
}

async function answer(
  serverUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('access-control-allow-origin', '*')
  const exposed = 'Content-Range, Content-Location, Retry-After'
  response.setHeader('access-control-expose-headers', exposed)
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'GET,HEAD,PUT,PATCH,POST,DELETE')
    const asked = request.headers['access-control-request-headers']
    if (asked !== undefined) response.setHeader('access-control-allow-headers', asked)
    response.writeHead(200).end()
    return
  }
  const { pathname } = new URL(request.url ?? '/', serverUrl)
  if (!/^\/(rest|auth)\/v1\//.test(pathname) || pathname.endsWith('/end-session')) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"no Route"}')
    return
  }
  const body = await bodyOf(request)
  const answered = await fetch(serverUrl + request.url, {
    method: request.method ?? 'GET',
    headers: forwarded(request),
    ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
  })
  for (const [name, value] of answered.headers)
    if (!ownHeaders.test(name) && !bodyHeaders.test(name)) response.setHeader(name, value)
  const text = Buffer.from(await answered.arrayBuffer())
  response.writeHead(answered.status)
  response.end(pathname.endsWith('/token') ? withoutRevocation(text.toString()) : text)
}

/** The headers of a program that is no browser: the journal's own server refuses pages of other origins. */
function forwarded(request: IncomingMessage): Record<string, string> {
  const left = /^(host|origin|referer|connection|content-length|accept-encoding|sec-fetch-.*)$/
  const taken = Object.entries(request.headers).filter(([name]) => !left.test(name))
  return Object.fromEntries(taken.map(([name, value]) => [name, String(value)]))
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

function withoutRevocation(text: string): string {
  const { revocation_token: _, ...session } = JSON.parse(text) as Record<string, unknown>
  return JSON.stringify(session)
}

/** A socket goes through as it is, but for where it came from. */
export function passOn(
  serverUrl: string,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const { hostname, port, host } = new URL(serverUrl)
  const upstream = connect(Number(port), hostname)
  const names = request.rawHeaders.filter((_, at) => at % 2 === 0)
  const lines = names.flatMap((name, at) => {
    if (/^origin$/i.test(name)) return []
    return [`${name}: ${/^host$/i.test(name) ? host : request.rawHeaders[at * 2 + 1]}`]
  })
  upstream.write(`GET ${request.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  upstream.write(head)
  upstream.pipe(socket).pipe(upstream)
  const end = () => {
    upstream.destroy()
    socket.destroy()
  }
  for (const one of [upstream, socket]) one.on('error', end).on('close', end)
}
