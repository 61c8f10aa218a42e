import { createServer, request as httpRequest } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import { listen } from '../support/listen.ts'
import type { Chance } from './chance.ts'
import type { Trace } from './trace.ts'

/** The state of the way between one device and the server. */
export interface Way {
  /** Nothing gets through: connections are refused and standing ones cut. */
  readonly cut: boolean
  /** Milliseconds that every answer is late. */
  readonly delay: number
  /** Share of requests that never arrive. */
  readonly lostRequests: number
  /** Share of requests that are carried out and never answered. */
  readonly lostAnswers: number
}

export const fair: Way = { cut: false, delay: 0, lostRequests: 0, lostAnswers: 0 }

/** The way of one device to the server, which can be made worse. */
export interface Proxy {
  readonly url: string
  set(way: Way): void
  /** Cuts every socket of realtime. */
  cutSockets(): void
  /** Leaves the sockets of realtime open and lets nothing through them any more. */
  deadenSockets(): void
  close(): Promise<void>
}

interface Parts {
  readonly name: string
  readonly serverPort: number
  readonly chance: Chance
  readonly trace: Trace
}

/** Listens on a port of its own, which is the device's address of the journal. */
export async function openProxy(parts: Parts): Promise<Proxy> {
  let way = fair
  const sockets = new Set<Tunnel>()
  const connections = new Set<Socket>()
  const server = createServer((request, response) => {
    carry(request, response, { ...parts, way })
  })
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    socket.on('error', () => socket.destroy())
    if (way.cut) socket.destroy()
  })
  server.on('upgrade', (request, socket, head) => {
    const tunnel = openTunnel(request, socket, head, parts)
    sockets.add(tunnel)
    socket.once('close', () => sockets.delete(tunnel))
  })
  return {
    url: await listen(server),
    set(next) {
      way = next
      if (way.cut) for (const connection of connections) connection.destroy()
    },
    cutSockets() {
      for (const tunnel of sockets) tunnel.cut()
    },
    deadenSockets() {
      for (const tunnel of sockets) tunnel.deaden()
    },
    async close() {
      for (const connection of connections) connection.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Takes one request to the server and its answer back, as the faults allow. */
function carry(
  request: IncomingMessage,
  response: ServerResponse,
  { name, serverPort, chance, trace, way }: Parts & { readonly way: Way },
): void {
  const { method = 'GET', url = '/' } = request
  const isCall = /^\/(rest|auth)\/v1\//.test(url)
  const lost = isCall && chance.happens(way.lostRequests)
  const answerLost = isCall && !lost && chance.happens(way.lostAnswers)
  if (lost) {
    trace.ids(name, `${method} ${url} lost`, url)
    request.socket.destroy()
    return
  }
  const body: Buffer[] = []
  request.on('data', (chunk: Buffer) => body.push(chunk))
  request.once('end', () => {
    const sent = Buffer.concat(body)
    const onward = httpRequest(
      { host: '127.0.0.1', port: serverPort, method, path: url, headers: request.headers },
      (answer) => {
        void collect(answer).then((received) => {
          const fate = answerLost ? 'answer lost' : `${answer.statusCode}`
          const text = isCall ? `${url} ${sent.toString()} ${received?.toString() ?? ''}` : ''
          trace.ids(name, `${method} ${decodeURIComponent(url).slice(0, 160)} ${fate}`, text)
          if (answerLost || received === undefined) return request.socket.destroy()
          setTimeout(() => {
            response.writeHead(answer.statusCode ?? 502, answer.headers)
            response.end(received)
          }, way.delay)
          return undefined
        })
      },
    )
    onward.on('error', () => request.socket.destroy())
    onward.end(sent)
  })
  request.on('error', () => undefined)
  response.on('error', () => undefined)
}

async function collect(answer: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of answer) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  } catch {
    return undefined
  }
}

interface Tunnel {
  cut(): void
  deaden(): void
}

/** A WebSocket, passed on byte by byte; uncompressed, so that the trace can read its frames. */
function openTunnel(
  request: IncomingMessage,
  near: Duplex,
  head: Buffer,
  { name, serverPort, trace }: Parts,
): Tunnel {
  let dead = false
  const far = connect(serverPort, '127.0.0.1', () => {
    const headers = Object.entries(request.headers)
      .filter(([key]) => key !== 'sec-websocket-extensions')
      .map(([key, value]) => `${key}: ${String(value)}\r\n`)
    far.write(`GET ${request.url ?? '/'} HTTP/1.1\r\n${headers.join('')}\r\n`)
    far.write(head)
  })
  far.on('data', (chunk: Buffer) => {
    const text = chunk.toString()
    const events = [...text.matchAll(/"table":"(\w+)","type":"(\w+)"/g)].map(
      ([, table, type]) => `${type} ${table}`,
    )
    const state = dead ? 'frame on a dead socket' : 'frame'
    if (events.length > 0) trace.ids(name, `${state} ${events.join(', ')}`, text)
    if (!dead) near.write(chunk)
  })
  near.on('data', (chunk: Buffer) => {
    if (!dead) far.write(chunk)
  })
  const end = () => {
    near.destroy()
    far.destroy()
  }
  // A dead socket does not even tell that the other side has gone.
  const endAlive = () => {
    if (!dead) end()
  }
  far.on('close', endAlive).on('error', endAlive)
  near.on('close', end).on('error', end)
  return {
    cut: end,
    deaden() {
      dead = true
    },
  }
}
