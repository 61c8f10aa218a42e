import { describe, expect, it } from 'vitest'
import {
  filesOfPage,
  isBackendPath,
  isOfType,
  isSettings,
  lacksSettings,
  shellAssets,
  shellCacheName,
} from './shell-cache.ts'

const manifest = [
  { url: 'robots.txt', revision: 'abc' },
  { url: 'assets/index-1.js', revision: null },
]

describe('the shell’s cache', () => {
  it('has the same name for the same files in any order, another for others', () => {
    const name = shellCacheName(shellAssets(manifest))
    expect(shellCacheName(shellAssets(manifest.toReversed()))).toBe(name)
    const changed = [{ url: 'robots.txt', revision: 'abd' }, ...manifest.slice(1)]
    expect(shellCacheName(shellAssets(changed))).not.toBe(name)
  })

  it('names files by absolute paths', () => {
    expect(shellAssets(manifest).map((asset) => asset.url)).toEqual([
      '/assets/index-1.js',
      '/robots.txt',
    ])
  })

  it.each(['/rest/v1/entries', '/auth/v1/token', '/realtime/v1/websocket', '/healthz', '/sw.js'])(
    'never holds %s',
    (path) => {
      expect(isBackendPath(path)).toBe(true)
    },
  )

  it.each(['/', '/auth', '/config.json', '/favoriten', '/restaurant', '/assets/index-1.js'])(
    'may hold %s',
    (path) => {
      expect(isBackendPath(path)).toBe(false)
    },
  )

  it('knows the app’s page by its root and the scripts that it names', () => {
    const page = '<script type="module" src="/assets/index-1.js"></script><div id="root"></div>'
    expect(filesOfPage(page)).toEqual(['/assets/index-1.js'])
    expect(filesOfPage('<h1>Willkommen im Hotel</h1>')).toBeUndefined()
    expect(filesOfPage('<div id="root"></div><script src="/portal.js"></script>')).toBeUndefined()
    expect(filesOfPage('<script src="/assets/portal.js"></script>')).toBeUndefined()
  })

  it('knows the journal’s settings by the key that they name', () => {
    expect(isSettings('{"backend":{"url":"","anonKey":"k"},"title":"Tagebuch"}')).toBe(true)
    expect(isSettings('{"error":"Bitte melde dich im WLAN an"}')).toBe(false)
  })

  it('takes the settings of a page that has none from the static host', () => {
    expect(lacksSettings('<div id="root"></div>')).toBe(true)
    expect(lacksSettings('<script id="journal-config" type="application/json">')).toBe(false)
  })

  it.each([
    ['/', 'text/html; charset=utf-8', true],
    ['/', 'application/json', false],
    ['/assets/index-1.js', 'text/javascript; charset=utf-8', true],
    ['/assets/index-1.js', 'application/javascript', true],
    ['/assets/index-1.js', 'text/html', false],
    ['/assets/index-1.css', 'text/css', true],
    ['/assets/index-1.css', 'text/html', false],
    ['/config.json', 'application/json', true],
    ['/config.json', 'text/html', false],
    ['/icons/icon.svg', 'image/svg+xml', true],
    ['/assets/font.woff2', 'application/octet-stream', true],
    ['/assets/font.woff2', 'text/html', false],
  ])('takes for %s an answer of type %s: %s', (path, type, expected) => {
    expect(isOfType(path, new Response('', { headers: { 'content-type': type } }))).toBe(expected)
  })
})
