import { readdirSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'

const assets = new URL('../../dist/assets/', import.meta.url)

it('the letters of German and Croatian in both typefaces take at most 60 kB', () => {
  const fonts = readdirSync(assets).filter((name) => /-(?:german|croatian)-normal-/.test(name))
  expect(fonts).toHaveLength(4)
  const bytes = fonts.map((name) => statSync(new URL(name, assets)).size)
  expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(60_000)
})
