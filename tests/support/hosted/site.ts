import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { listen, stopListening } from '../listen.ts'
import { startHostedBackend } from './backend.ts'

/** The app as a static host serves it, and its backend on another origin. */
export interface HostedSite {
  readonly url: string
  readonly backendUrl: string
  /** Changes the title in the settings. */
  rename(title: string): void
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const hostedFile = (name: string) => readFileSync(path.join(root, 'deploy/hosted', name), 'utf8')

export const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.mp3': 'audio/mpeg',
}

/**
 * Serves the build with the files of `deploy/hosted/` as docs/hosting.md tells to, on one origin, and
 * the project of a test server on another.
 */
export async function startHostedSite(server: {
  readonly url: string
  readonly anonKey: string
}): Promise<HostedSite> {
  const backend = await startHostedBackend(server.url)
  const settings: { title?: string } = {}
  const files = createServer(staticHost(backend.url, server.anonKey, settings))
  const url = await listen(files)
  return {
    url,
    backendUrl: backend.url,
    rename: (title) => void (settings.title = title),
    async stop() {
      await backend.stop()
      await stopListening(files)
    },
  }
}

function staticHost(backendUrl: string, anonKey: string, settings: object): RequestListener {
  const filledIn = (text: string) =>
    text
      .replaceAll('https://YOUR-PROJECT.supabase.co', backendUrl)
      .replaceAll('wss://YOUR-PROJECT.supabase.co', backendUrl.replace('http', 'ws'))
      .replaceAll('YOUR-PUBLISHABLE-KEY', anonKey)
  const headers = headerRules(filledIn(hostedFile('_headers')))
  const config: object = JSON.parse(filledIn(hostedFile('config.json')))
  return (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://any')
    for (const rule of headers)
      if (rule.applies(pathname))
        for (const [name, value] of rule.headers) response.setHeader(name, value)
    const found =
      pathname === '/config.json'
        ? Buffer.from(JSON.stringify({ ...config, ...settings }))
        : builtFile(pathname)
    const name = found === undefined ? '/index.html' : pathname
    response.setHeader('content-type', types[path.extname(name)] ?? 'application/octet-stream')
    response.end(found ?? builtFile('/index.html'))
  }
}

function builtFile(pathname: string): Buffer | undefined {
  if (path.extname(pathname) === '') return undefined
  try {
    return readFileSync(path.join(root, 'dist', path.normalize(pathname)))
  } catch {
    return undefined
  }
}

interface HeaderRule {
  readonly applies: (pathname: string) => boolean
  readonly headers: readonly (readonly [string, string])[]
}

/** A `_headers` file as static hosts read it: a path, then indented lines; a later rule adds to it. */
function headerRules(text: string): readonly HeaderRule[] {
  const rules: { applies: HeaderRule['applies']; headers: (readonly [string, string])[] }[] = []
  for (const line of text.split('\n').filter((one) => one !== '')) {
    if (line.startsWith('/')) {
      const start = line.replace('*', '')
      rules.push({ applies: (pathname) => pathname.startsWith(start), headers: [] })
    } else {
      const [name = '', ...value] = line.split(':')
      rules.at(-1)?.headers.push([name.trim().toLowerCase(), value.join(':').trim()])
    }
  }
  return rules
}
