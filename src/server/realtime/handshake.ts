import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { parseVsn, type Vsn } from './frame.ts'

/** Why a handshake is refused, as plain HTTP (docs/protocol.md "Realtime"). */
export interface Refusal {
  readonly status: 401 | 403 | 404 | 429 | 500
  readonly error: string
}

export const realtimePath = '/realtime/v1/websocket'

const statusTexts: Readonly<Record<Refusal['status'], string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
}

/** Checks path, host, origin, key and version of a handshake. */
export function checkHandshake(
  request: IncomingMessage,
  anonKey: string,
  refusalOf: (request: IncomingMessage) => string | undefined,
): Vsn | Refusal {
  const url = parseUrl(request.url)
  if (url?.pathname !== realtimePath) return { status: 404, error: 'Not found' }
  const refused = refusalOf(request)
  if (refused !== undefined) return { status: 403, error: refused }
  const header = request.headers.apikey
  const key = url.searchParams.get('apikey') ?? (typeof header === 'string' ? header : '')
  if (!sameText(key, anonKey)) return { status: 401, error: 'Invalid API key' }
  return parseVsn(url.searchParams.get('vsn')) ?? { status: 403, error: 'Unsupported version' }
}

/** Answers a refused handshake and ends the connection. */
export function refuseHandshake(socket: Duplex, { status, error }: Refusal): void {
  const body = JSON.stringify({ error })
  socket.on('error', () => socket.destroy())
  socket.end(
    [
      `HTTP/1.1 ${status} ${statusTexts[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}

function parseUrl(path: string | undefined): URL | null {
  try {
    return new URL(path ?? '/', 'http://localhost')
  } catch {
    return null
  }
}

/** Compares digests, so that its duration shows neither length nor content. */
function sameText(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
