import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './hosted/site.ts'

/**
 * What lies between a device and the journal: nothing, a network whose sign-in page stands for every address
 * (at once, or after a redirect), or no network.
 */
export type Way = 'journal' | 'foreign' | 'redirect' | 'cut'

export interface Gate {
  readonly url: string
  set(way: Way): void
  /** From now on the server has another build: its worker and its page name another style sheet. */
  update(): void
  /** How often the page was asked for by the service worker. */
  pagesAsked(): number
  stop(): Promise<void>
}

const foreignPage = '<!doctype html><title>Hotel</title><div id="root">Willkommen im Hotel</div>'

/** Listens on an address of its own, as which the device knows the journal. */
export async function openGate(target: string): Promise<Gate> {
  let way: Way = 'journal'
  let isUpdated = false
  let pages = 0
  const server = createServer((request, response) => {
    if (request.url === '/' && request.headers['sec-fetch-mode'] !== 'navigate') pages += 1
    if (way === 'journal') pass(request, response, { target, isUpdated })
    else if (way === 'cut') request.socket.destroy()
    else if (way === 'redirect' && request.url !== '/anmeldung')
      response.writeHead(302, { location: '/anmeldung' }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(foreignPage)
  })
  server.on('upgrade', (_, socket) => socket.destroy())
  return {
    url: await listen(server),
    set(next) {
      way = next
      if (way === 'cut') server.closeAllConnections()
    },
    update() {
      isUpdated = true
    },
    pagesAsked: () => pages,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Passing {
  readonly target: string
  readonly isUpdated: boolean
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { target, isUpdated }: Passing,
): void {
  const headers = { ...request.headers }
  const path = request.url ?? '/'
  const isChanged = isUpdated && /^\/(?:sw\.js)?$/.test(path)
  if (isChanged) {
    delete headers['accept-encoding']
    delete headers['if-none-match']
  }
  const asked = send(new URL(path.replace('-neu.css', '.css'), target), {
    method: request.method,
    headers,
  })
  asked.on('error', () => request.socket.destroy())
  asked.on('response', (answer) => {
    if (!isChanged) {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      return
    }
    const parts: Buffer[] = []
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.on('end', () => {
      const text = Buffer.concat(parts).toString()
      const { 'content-length': _, etag, ...rest } = answer.headers
      response.writeHead(answer.statusCode ?? 502, { ...rest, etag: `${etag}-neu` })
      response.end(text.replaceAll(/(assets\/[\w-]+)\.css/g, '$1-neu.css'))
    })
  })
  request.pipe(asked)
}
