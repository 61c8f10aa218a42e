import { engineMissing } from '../../scripts/browsers.mjs'
import { expect, phone, test } from '../support/e2e.ts'
import { smoke } from './smoke.ts'
import { startWebKit, type WebKit } from './webkit.ts'

const missing = engineMissing('WebKit')
test.skip(missing !== undefined, missing)

test('in WebKit what a person writes survives a reload, and without a network is sent once afterwards', async ({
  server,
}) => {
  let webkit: WebKit | undefined
  try {
    await smoke(server, async (url) => (webkit = await startWebKit({ url, viewport: phone })))
    expect(webkit?.output()).not.toMatch(/CONSOLE.*(TypeError|ReferenceError|SyntaxError)/)
  } finally {
    await webkit?.close()
  }
})
