import type { Page } from '@playwright/test'
import { expect, firstPartner, newDevice, openSignedIn, phone, test } from '../support/e2e.ts'
import { openGate, type Gate } from '../support/gate.ts'
import { arrived, cardOf, networkIsBack, write } from './entry-steps.ts'
import { held } from './service-worker-steps.ts'

/** Opens the journal, and waits until the worker has looked for a newer page behind it. */
async function openAndRefresh(page: Page, gate: Gate): Promise<void> {
  const before = gate.pagesAsked()
  await page.goto('/')
  await expect.poll(() => gate.pagesAsked()).toBeGreaterThan(before)
}

const versions = (page: Page) => page.evaluate(async () => (await caches.keys()).length)

test('a page of another network takes the place neither of the app nor of a newer version, and what is unsent stays', async ({
  browser,
  app,
}) => {
  const gate = await openGate(app.server.url)
  const device = await newDevice(browser, gate.url, { serviceWorkers: 'allow', viewport: phone })
  const page = await openSignedIn(device, app.server, firstPartner)
  await arrived(await write(page, 'Zu Hause geschrieben'))
  await held(page)
  const old = await versions(page)

  await test.step('in the hotel', async () => {
    for (const way of ['foreign', 'redirect'] as const) {
      gate.set(way)
      await openAndRefresh(page, gate)
      await openAndRefresh(page, gate)
    }
    await expect(cardOf(page, 'Zu Hause geschrieben')).toBeVisible()
    await expect(await write(page, 'Im Hotel geschrieben')).toContainText('noch nicht gesendet')
  })

  await test.step('a new version comes, and the page has not been opened since', async () => {
    gate.update()
    gate.set('journal')
    const updating = page.evaluate(async () =>
      (await navigator.serviceWorker.ready).update().then(() => undefined),
    )
    await updating
    await expect.poll(() => versions(page)).toBeGreaterThan(old)
  })

  await test.step('without a network', async () => {
    gate.set('cut')
    // The page may reload itself for the new version just now, which ends a navigation.
    await expect(async () => void (await page.goto('/'))).toPass()
    await expect(cardOf(page, 'Im Hotel geschrieben')).toBeVisible()
    await expect(cardOf(page, 'Zu Hause geschrieben')).toBeVisible()
  })

  await test.step('back at home', async () => {
    gate.set('journal')
    await networkIsBack(page)
    await arrived(cardOf(page, 'Im Hotel geschrieben'))
  })
  await device.close()
  await gate.stop()
})

test('a foreign or redirected page that an earlier version stored is replaced, and a missing file brings none', async ({
  browser,
  app,
}) => {
  const gate = await openGate(app.server.url)
  const device = await newDevice(browser, gate.url, { serviceWorkers: 'allow' })
  const page = await openSignedIn(device, app.server, firstPartner)
  await held(page)
  const opens = async () => {
    // The page may reload itself for the new version just now, which ends a navigation.
    await page.goto('/')
    // A page that is not the app's shows it never.
    await expect(page.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible({ timeout: 3000 })
  }

  await test.step('where a stored file is missing and the network is a hotel’s, the stored page stays', async () => {
    await page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0] ?? '')
      for (const request of await cache.keys())
        if (/assets\/index-.*\.js/.test(request.url)) await cache.delete(request)
    })
    const network = await device.newCDPSession(page)
    await network.send('Network.clearBrowserCache')
    gate.set('foreign')
    await page.goto('/')
    await expect(page.getByText('Das Tagebuch ließ sich nicht öffnen.')).toBeVisible()
    gate.set('journal')
    await page.getByRole('link', { name: 'Seite neu laden' }).click()
    await expect(page.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
  })

  for (const [kind, poison] of [
    ['a foreign page', '/anmeldung'],
    ['a redirected page', '/'],
  ] as const)
    await test.step(`${kind} is replaced`, async () => {
      gate.set('redirect')
      await page.evaluate(async (path) => {
        const cache = await caches.open((await caches.keys())[0] ?? '')
        await cache.put('/', await fetch(path))
      }, poison)
      gate.set('journal')
      gate.update()
      await expect(opens).toPass()
      gate.set('cut')
      await expect(opens).toPass()
      gate.set('journal')
    })
  await device.close()
  await gate.stop()
})
