import { connect, type Socket } from 'node:net'
import type { TestServer } from '../../../support/server.ts'

/** A bare connection to the server, for what no HTTP client would send. */
export function wire(server: TestServer): Socket {
  const { port, hostname } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  return socket
}

/**
 * Sends bytes as they are and returns the status of the answer: 0 if the connection ended
 * without one, and what was read otherwise. Gives up after `timeoutMs` milliseconds.
 */
export async function send(
  server: TestServer,
  bytes: string | Buffer,
  timeoutMs = 15_000,
): Promise<{ status: number; text: string }> {
  const socket = wire(server)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.write(bytes)
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, timeoutMs)
    const done = () => {
      clearTimeout(late)
      resolve()
    }
    socket.once('close', done)
    socket.on('data', () => {
      if (/^HTTP\/1\.1 [2-5]\d\d/.test(text)) setTimeout(done, 20)
    })
  })
  socket.destroy()
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0), text }
}

/** Request head lines with CRLF. */
export const lines = (...parts: string[]): string => `${parts.join('\r\n')}\r\n\r\n`

/** The address at which a WebSocket of the realtime protocol opens. */
export const socketUrl = (server: TestServer) =>
  `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.anonKey}&vsn=2.0.0`
