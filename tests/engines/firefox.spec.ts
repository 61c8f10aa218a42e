import { engineMissing } from '../../scripts/browsers.mjs'
import { newDevice, test } from '../support/e2e.ts'
import { screenOf } from './page-screen.ts'
import { smoke } from './smoke.ts'

const missing = engineMissing('Firefox')
test.skip(missing !== undefined, missing)

test('in Firefox what a person writes survives a reload, and without a network is sent once afterwards', async ({
  server,
  browser,
}) => {
  await smoke(server, async (url) => {
    const context = await newDevice(browser, url, { serviceWorkers: 'allow' })
    return screenOf(await context.newPage())
  })
})
