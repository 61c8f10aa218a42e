import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { contentSecurityPolicy } from '../../src/server/guard/security-headers.ts'
import appConfig from '../../vite.config.ts'
import { listen, stopListening } from './listen.ts'

const entry = fileURLToPath(new URL('photo-room-page.ts', import.meta.url))

export interface PhotoRoom {
  readonly url: string
  close(): Promise<void>
}

/**
 * A page that has the room `pictures` alone, built and served under the app's Content-Security-Policy, and the files
 * to be made ready, under `/files/`. The page's `room` is described in `photo-room-page.ts`.
 */
export async function openPhotoRoom(files: ReadonlyMap<string, Buffer>): Promise<PhotoRoom> {
  const parts = await buildPage()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const body = parts.get(path) ?? files.get(decodeURIComponent(path.replace('/files/', '')))
    const policy = contentSecurityPolicy(request.headers.host, { scripts: [], styles: [] })
    response.writeHead(body === undefined ? 404 : 200, {
      'content-security-policy': policy,
      'content-type': path === '/' ? 'text/html' : path.endsWith('.js') ? 'text/javascript' : '',
    })
    response.end(body)
  })
  return { url: `${await listen(server)}/`, close: async () => stopListening(server) }
}

/** The page and its scripts, by path. */
async function buildPage(): Promise<Map<string, string | Uint8Array>> {
  const { worker = {}, build: { target = false } = {} } = appConfig
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    worker,
    build: { target, write: false, rolldownOptions: { input: entry } },
  })
  const parts = new Map<string, string | Uint8Array>()
  for (const { output } of [built].flat().filter((one) => 'output' in one))
    for (const part of output) {
      parts.set(`/${part.fileName}`, part.type === 'chunk' ? part.code : part.source)
      if (part.type === 'chunk' && part.isEntry)
        parts.set('/', `<!doctype html><script type="module" src="/${part.fileName}"></script>`)
    }
  return parts
}
