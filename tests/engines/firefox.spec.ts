import type { Page } from '@playwright/test'
import { engineMissing } from '../../scripts/browsers.mjs'
import { newDevice, test } from '../support/e2e.ts'
import { smoke, type Screen } from './smoke.ts'

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

function screenOf(page: Page): Screen {
  return {
    open: async () => void (await page.goto('/')),
    reload: async () => void (await page.reload()),
    fill: async (label, text) => page.getByRole('textbox', { name: label, exact: true }).fill(text),
    press: async (name) => page.getByRole('button', { name, exact: true }).click(),
    text: async () => page.locator('body').innerText(),
    evaluate: async (work) => page.evaluate(work),
  }
}
