import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const assets = new URL('../../dist/assets/', import.meta.url)

it('the code of windows and popovers asks to be compiled as it loads, and the code of the first cards does not', () => {
  const begins = (name: RegExp) => {
    const [file] = readdirSync(assets).filter((one) => name.test(one))
    return readFileSync(new URL(file ?? 'none', assets), 'utf8').slice(0, 80)
  }
  for (const kit of [/^popover-layer-.*\.js$/, /^dialog-.*\.js$/])
    expect(begins(kit)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
  for (const first of [/^index-.*\.js$/, /^signed-in-.*\.js$/, /^replica-.*\.js$/])
    expect(begins(first)).not.toContain('allFunctionsCalledOnLoad')
})
