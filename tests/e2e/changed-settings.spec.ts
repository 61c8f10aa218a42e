import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, newDevice, test } from '../support/e2e.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer } from '../support/server.ts'
import { startHostedSite } from '../support/hosted/site.ts'
import { held } from './service-worker-steps.ts'

test('a changed title is there with the first opening', async ({ browser }) => {
  const [dataDir, port] = [mkdtempSync(path.join(tmpdir(), 'tagebuch-title-')), await freePort()]
  const start = async (title: string) =>
    startTestServer({ dataDir, config: { title }, env: { PORT: port } })
  const before = await start('Unser Tagebuch')
  const device = await newDevice(browser, before.url, { serviceWorkers: 'allow' })
  const page = await device.newPage()
  await page.goto('/')
  await held(page)
  await expect(page).toHaveTitle('Unser Tagebuch')
  await before.stop()

  const after = await start('Wir zwei')
  await page.goto('/')
  await expect(page).toHaveTitle('Wir zwei')
  await expect(page.getByRole('heading', { name: 'Wir zwei' })).toBeVisible()
  await device.close()
  await after.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('an open page of a static host hears of a changed title', async ({ browser, server }) => {
  const site = await startHostedSite(server)
  const device = await newDevice(browser, site.url, { serviceWorkers: 'allow' })
  const page = await device.newPage()
  await page.goto('/')
  await held(page)
  await expect(page).toHaveTitle('Unser Tagebuch')
  site.rename('Wir zwei')
  await page.goto('/')
  await expect(page).toHaveTitle('Wir zwei')
  await device.close()
  await site.stop()
})
