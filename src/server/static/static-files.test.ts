import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { PublicSettings } from '../../domain/public-settings.ts'
import { folderOfFile } from '../../../tests/support/folders.ts'
import { createStaticFiles } from './static-files.ts'

const folder = folderOfFile()
mkdirSync(path.join(folder, 'assets'))
writeFileSync(path.join(folder, 'index.html'), '<html><head></head><body></body></html>')
writeFileSync(path.join(folder, 'sw.js'), 'self.x=1')
writeFileSync(path.join(folder, 'assets', 'app-1a2b.js'), 'x'.repeat(5000))
const builtBrotli = brotliCompressSync('x'.repeat(5000) + ' // made by the build')
writeFileSync(path.join(folder, 'assets', 'main-3c4d.js'), 'x'.repeat(5000))
writeFileSync(path.join(folder, 'assets', 'main-3c4d.js.br'), builtBrotli)

const settings: PublicSettings = {
  backend: { url: '', anonKey: 'sb_publishable_x', sendsWholeRows: true },
  title: '</script><script>alert(1)</script>',
  partners: [
    { name: 'Jonas & Co', identifier: 'jonas@tagebuch.internal' },
    { name: 'Željka', identifier: 'zeljka@tagebuch.internal' },
  ],
}
const files = createStaticFiles(folder, settings)
const get = async (target: string, init?: RequestInit) =>
  files.respond(new Request(`http://localhost${target}`, init))

describe('the app', () => {
  it.each(['/', '/auth', '/favoriten', '/gibt/es/nicht', '/index.html'])(
    'is what %s shows, never from a cache unasked',
    async (target) => {
      const response = await get(target)
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    },
  )

  it('carries the public settings as data that cannot end its element', async () => {
    const html = await (await get('/')).text()
    const block = /<script type="application\/json" id="journal-config">(.*)<\/script><\/head>/
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(JSON.parse(block.exec(html)?.[1] ?? '')).toEqual(settings)
    expect(await (await get('/config.json')).json()).toEqual(settings)
  })

  it('caches hashed files forever and the service worker never', async () => {
    const hashed = await get('/assets/app-1a2b.js')
    expect(hashed.headers.get('cache-control')).toContain('immutable')
    expect((await get('/sw.js')).headers.get('cache-control')).toBe('no-cache')
  })

  it.each(['/assets/app-old.js', '/.well-known/change-password', '/.well-known/security.txt'])(
    'answers %s, which is not there, with 404, not with the page',
    async (target) => {
      expect((await get(target)).status).toBe(404)
    },
  )

  it('is sent compressed to a client that accepts it, and not again to one that has it', async () => {
    const headers = { 'accept-encoding': 'gzip, br' }
    const compressed = await get('/assets/app-1a2b.js', { headers })
    expect(compressed.headers.get('content-encoding')).toBe('br')
    expect((await compressed.arrayBuffer()).byteLength).toBeLessThan(200)
    const plain = await get('/assets/app-1a2b.js')
    expect((await plain.text()).length).toBe(5000)
    const etag = plain.headers.get('etag') ?? ''
    const again = await get('/assets/app-1a2b.js', { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('is sent in the Brotli form of the build if there is one', async () => {
    const headers = { 'accept-encoding': 'br' }
    const compressed = await get('/assets/main-3c4d.js', { headers })
    expect(Buffer.from(await compressed.arrayBuffer())).toEqual(builtBrotli)
    expect((await (await get('/assets/main-3c4d.js')).text()).length).toBe(5000)
    expect((await get('/assets/main-3c4d.js.br')).status).toBe(404)
  })

  it('accepts only GET and HEAD', async () => {
    expect((await get('/', { method: 'POST' })).status).toBe(405)
    expect((await (await get('/', { method: 'HEAD' })).text()).length).toBe(0)
  })

  it('says so when it has not been built', async () => {
    const none = createStaticFiles(path.join(folder, 'nichts'), settings)
    const response = await none.respond(new Request('http://localhost/'))
    expect(response.status).toBe(503)
    const config = await none.respond(new Request('http://localhost/config.json'))
    expect(config.status).toBe(200)
  })
})
