import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { passOn } from './hosted/backend.ts'
import { types } from './hosted/site.ts'
import { listen, stopListening } from './listen.ts'

/**
 * The network between a device and the journal: none in the way, a network whose sign-in page stands for every
 * address (at once, or after a redirect), or no network.
 */
export type Way = 'journal' | 'foreign' | 'redirect' | 'cut'

export interface Gate {
  readonly url: string
  set(way: Way): void
  /**
   * From now on the server has another build, each time: its own where an earlier one was given, else one whose
   * worker and page name another style sheet.
   */
  update(): void
  /** How often the page was asked for by the service worker. */
  pagesAsked(): number
  stop(): Promise<void>
}

const foreignPage = '<!doctype html><title>Hotel</title><div id="root">Willkommen im Hotel</div>'

/**
 * Listens on an address of its own, as which the device knows the journal.
 *
 * @param earlier the app of an earlier version, which the server has until the update: its files by their paths
 */
export async function openGate(
  target: string,
  earlier?: Readonly<Record<string, string>>,
): Promise<Gate> {
  let way: Way = 'journal'
  let updates = 0
  let pages = 0
  const sockets = new Set<Duplex>()
  const settings = earlier && (await (await fetch(new URL('/config.json', target))).text())
  const server = createServer((request, response) => {
    if (request.url === '/' && request.headers['sec-fetch-mode'] !== 'navigate') pages += 1
    const file = updates > 0 ? undefined : fileOf(earlier, settings, request.url)
    if (way === 'journal' && file !== undefined)
      response.writeHead(200, { 'content-type': file.type }).end(file.text)
    else if (way === 'journal')
      pass(request, response, { target, build: earlier === undefined ? updates : 0 })
    else if (way === 'cut') request.socket.destroy()
    else if (way === 'redirect' && request.url !== '/anmeldung')
      response.writeHead(302, { location: '/anmeldung' }).end()
    else response.writeHead(200, { 'content-type': 'text/html' }).end(foreignPage)
  })
  server.on('upgrade', (request, socket, head) => {
    // Without an earlier version nothing depends on what comes by itself.
    if (earlier === undefined || way !== 'journal') return socket.destroy()
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    return passOn(target, request, socket, head)
  })
  return {
    url: await listen(server),
    set(next) {
      way = next
      if (way !== 'cut') return
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
    },
    update() {
      updates += 1
    },
    pagesAsked: () => pages,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await stopListening(server)
    },
  }
}

/** A file of an earlier version. Of its pictures and fonts, which nothing here looks at, only the types are left. */
function fileOf(
  files: Readonly<Record<string, string>> | undefined,
  settings: string | undefined,
  url = '/',
): { readonly type: string; readonly text: string } | undefined {
  if (files === undefined) return undefined
  const { pathname } = new URL(url, 'http://any')
  const name = pathname === '/' ? '/index.html' : pathname
  const text = files[name] ?? (name.startsWith('/assets/') ? '' : undefined)
  if (text === undefined) return undefined
  const block = `<script type="application/json" id="journal-config">${settings}</script></head>`
  return {
    type: types[path.extname(name)] ?? 'application/octet-stream',
    text: name === '/index.html' ? text.replace('</head>', () => block) : text,
  }
}

/** `build` is how many builds there were after the first. */
function pass(
  request: IncomingMessage,
  response: ServerResponse,
  { target, build }: { readonly target: string; readonly build: number },
): void {
  const headers = { ...request.headers }
  const path = request.url ?? '/'
  const isChanged = build > 0 && /^\/(?:sw\.js)?$/.test(path)
  if (isChanged) {
    delete headers['accept-encoding']
    delete headers['if-none-match']
  }
  const url = new URL(path.replace(/-neu\d+\.css/, '.css'), target)
  const asked = send(url, { method: request.method, headers })
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
      response.writeHead(answer.statusCode ?? 502, { ...rest, etag: `${etag}-neu${build}` })
      response.end(text.replaceAll(/(assets\/[\w-]+)\.css/g, `$1-neu${build}.css`))
    })
  })
  request.pipe(asked)
}
