import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { getMimeType } from 'hono/utils/mime'
import type { PublicSettings } from '../../domain/public-settings.ts'
import { acceptedCoding } from '../guard/accepted-coding.ts'
import type { InlineHashes } from '../guard/security-headers.ts'

export type StaticFiles = ReturnType<typeof createStaticFiles>

interface Content {
  readonly type: string
  readonly caching: string
  /** Read once, at its first request. */
  readonly read: () => Promise<Buffer>
  /** The Brotli form that the build has made; undefined if it made none. */
  readonly readBrotli?: (() => Promise<Buffer>) | undefined
}

interface Prepared {
  readonly etag: string
  readonly plain: Buffer
  readonly encoded: Partial<Record<'br' | 'gzip', Buffer>>
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * The files below `folder` (the build's `dist`), found once at start: a request can only name
 * one of them, so no path leads outside. Every other path is the app itself (`index.html` with
 * the public settings inlined), except below `/assets/` and `/.well-known/`, where a missing file is 404: a
 * password manager asks there for a page on which the password is changed, and there is none (D4).
 */
export function createStaticFiles(folder: string, settings: PublicSettings) {
  const contents = new Map<string, Content>()
  const prepared = new Map<string, Promise<Prepared>>()
  const files = new Set(filesBelow(folder))
  for (const file of files) {
    if (file.endsWith('.br')) continue
    const name = `/${path.relative(folder, file).split(path.sep).join('/')}`
    if (name === '/index.html' || name === '/config.json') continue
    const packed = `${file}.br`
    const readBrotli = files.has(packed) ? async () => readFile(packed) : undefined
    contents.set(name, { ...contentOf(name, async () => readFile(file)), readBrotli })
  }
  const add = (name: string, bytes: Buffer) =>
    contents.set(
      name,
      contentOf(name, async () => bytes),
    )
  const page = pageWith(folder, settings)
  if (page !== undefined) add('/index.html', page)
  add('/config.json', Buffer.from(JSON.stringify(settings)))

  function nameFor(pathname: string): string | undefined {
    if (contents.has(pathname)) return pathname
    return /^\/(?:assets|\.well-known)\//.test(pathname) || page === undefined
      ? undefined
      : '/index.html'
  }

  return {
    /** The parts that the build has put into the page. */
    inlined: inlinedIn(page?.toString() ?? ''),
    /** Answers any GET or HEAD that is not the backend's. */
    async respond(request: Request): Promise<Response> {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return new Response('Method not allowed', { status: 405, headers: { allow: 'GET, HEAD' } })
      const name = nameFor(new URL(request.url).pathname)
      const content = name === undefined ? undefined : contents.get(name)
      if (name === undefined || content === undefined)
        return page === undefined
          ? new Response('The app has not been built', { status: 503 })
          : new Response('Not found', { status: 404 })
      const ready = prepared.get(name) ?? prepare(content)
      prepared.set(name, ready)
      return respondWith(request, content, await ready)
    },
  }
}

function respondWith(request: Request, content: Content, ready: Prepared): Response {
  const headers = new Headers({
    'content-type': content.type,
    'cache-control': content.caching,
    etag: ready.etag,
    vary: 'Accept-Encoding',
  })
  const known = request.headers.get('if-none-match')
  if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === ready.etag))
    return new Response(null, { status: 304, headers })
  const made = (['br', 'gzip'] as const).filter((name) => ready.encoded[name] !== undefined)
  const encoding = acceptedCoding(request.headers.get('accept-encoding'), made)
  const body = encoding === undefined ? ready.plain : (ready.encoded[encoding] ?? ready.plain)
  if (encoding !== undefined) headers.set('content-encoding', encoding)
  headers.set('content-length', String(body.length))
  return new Response(request.method === 'HEAD' ? null : piecewise(body), { headers })
}

const pieceBytes = 64 * 1024

/**
 * The bytes in pieces, as fast as the client reads, each a view of the one copy in memory: a
 * `Response` copies any other body, and clients that never read would hold one copy each.
 */
function piecewise(body: Buffer): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(body.subarray(sent, sent + pieceBytes))
        sent += pieceBytes
        if (sent >= body.length) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

async function prepare(content: Content): Promise<Prepared> {
  const plain = await content.read()
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  if (!/text|json|javascript|svg/.test(content.type) || plain.length < 1024)
    return { etag, plain, encoded: {} }
  const [br, gz] = await Promise.all([
    content.readBrotli?.() ?? brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
    zip(plain),
  ])
  return { etag, plain, encoded: { br, gzip: gz } }
}

function contentOf(name: string, read: () => Promise<Buffer>): Content {
  const type = getMimeType(name) ?? 'application/octet-stream'
  const revalidated = /\.(?:html|json|webmanifest)$|^\/sw\.js$/.test(name)
  if (name.startsWith('/assets/'))
    return { type, read, caching: 'public, max-age=31536000, immutable' }
  return { type, read, caching: revalidated ? 'no-cache' : 'public, max-age=3600' }
}

/** The page with the public settings as a data block, which Content-Security-Policy allows. */
function pageWith(folder: string, settings: PublicSettings): Buffer | undefined {
  let html: string
  try {
    html = readFileSync(path.join(folder, 'index.html'), 'utf8')
  } catch {
    return undefined
  }
  const block = `<script type="application/json" id="journal-config">${scriptSafeJson(settings)}</script>`
  return Buffer.from(html.replace('</head>', () => `${block}</head>`))
}

/** The settings are data, so they need no hash; nor does a script that is a file. */
function inlinedIn(html: string): InlineHashes {
  const hashes = (element: RegExp) =>
    [...html.matchAll(element)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
  return {
    scripts: hashes(/<script>([^]*?)<\/script>/g),
    styles: hashes(/<style>([^]*?)<\/style>/g),
  }
}

/** JSON that is safe inside a `<script>` element: no `<`, `>` or `&`, no line separators. */
function scriptSafeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
  } catch {
    return []
  }
}
