import { describe, expect, it } from 'vitest'
import { isBackendPath, shellAssets, shellCacheName } from './shell-cache.ts'

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
})
