import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** Why a handshake is refused, as plain HTTP (docs/protocol.md "Realtime"). */
export interface Refusal {
  readonly status: 401 | 403 | 404 | 429 | 500
  readonly error: string
}

export const realtimePath = '/realtime/v1/websocket'

/** Why a handshake is refused by its path, host, origin, key or version; the client's default version is 2.0.0. */
export function checkHandshake(
  request: IncomingMessage,
  anonKey: string,
  refusalOf: (request: IncomingMessage) => string | undefined,
): Refusal | undefined {
  const [target, base] = [request.url ?? '/', 'http://localhost']
  const url = URL.canParse(target, base) ? new URL(target, base) : undefined
  if (url?.pathname !== realtimePath) return { status: 404, error: 'Not found' }
  const refused = refusalOf(request)
  if (refused !== undefined) return { status: 403, error: refused }
  const header = request.headers.apikey
  const key = url.searchParams.get('apikey') ?? (typeof header === 'string' ? header : '')
  if (key !== anonKey) return { status: 401, error: 'Invalid API key' }
  const isServed = (url.searchParams.get('vsn') ?? '2.0.0') === '2.0.0'
  return isServed ? undefined : { status: 403, error: 'Unsupported version' }
}

/** Answers a refused handshake and ends the connection. */
export function refuseHandshake(socket: Duplex, { status, error }: Refusal): void {
  const body = JSON.stringify({ error })
  socket.on('error', () => socket.destroy())
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
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
