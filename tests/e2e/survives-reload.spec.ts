import type { Page } from '@playwright/test'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { arrived, cardOf, openForm, textField, toasts, write } from './entry-steps.ts'
import { allLoaded } from './main-screen-steps.ts'

/** Counts the requests for lasting storage, and refuses them. */
function countQuestions(): void {
  Object.assign(window, { questions: 0 })
  // A page that has gone nowhere yet has none.
  if (self.origin === 'null') return
  StorageManager.prototype.persist = async () => {
    Object.assign(window, { questions: Reflect.get(window, 'questions') + 1 })
    return false
  }
}
const questions = (page: Page) => page.evaluate(() => Reflect.get(window, 'questions'))

test('the browser is asked to keep the journal once, with the first own entry', async ({ app }) => {
  // A day whose next one is no special day either.
  const at = new Date('2026-06-12T12:00:00+02:00')
  const page = await app.signedIn(firstPartner, { init: countQuestions, at })
  await expect(page.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
  expect(await questions(page)).toBe(0)
  await allLoaded(page)
  await page.context().setOffline(true)
  await write(page, 'Das erste Mal')
  await expect.poll(() => questions(page)).toBe(1)
  await write(page, 'Das zweite Mal')
  await expect(toasts(page)).not.toContainText('sieben Tage')
  expect(await questions(page)).toBe(1)

  await test.step('a write that waits for more than a day shows since when', async () => {
    await expect(page.getByText('Offline –')).toContainText('2 Änderungen noch nicht gesendet')
    await page.clock.fastForward('25:00:00')
    await expect(page.getByText('Offline –')).toContainText(
      /2 Änderungen noch nicht gesendet, die älteste: (?:gestern|\d+\. \w+ \d+), \d\d:\d\d Uhr/,
    )
  })
})

/** Makes the browser look like a tab of Safari on a Mac. */
function macTab(): void {
  Object.defineProperty(Navigator.prototype, 'vendor', { get: () => 'Apple Computer, Inc.' })
  if (self.origin !== 'null') StorageManager.prototype.persist = async () => false
}

/** The same on an iPhone. */
function iphoneTab(): void {
  Object.defineProperty(Navigator.prototype, 'standalone', { get: () => false })
}

for (const [device, place] of [
  ['an iPhone', 'auf den Home-Bildschirm'],
  ['a Mac', 'ins Dock'],
] as const)
  test(`a tab of Safari on ${device} says once that unsent things stay seven days only`, async ({
    app,
  }) => {
    const page = await app.signedIn(firstPartner, { init: macTab })
    if (device === 'an iPhone') await page.addInitScript(iphoneTab)
    await page.reload()
    await write(page, 'Das erste Mal')
    await expect(toasts(page)).toContainText('sieben Tage')
    await expect(toasts(page)).toContainText(`oder leg es ${place}.`)
    await page.reload()
    await write(page, 'Das zweite Mal')
    await expect(toasts(page)).toContainText('Eintrag')
    await expect(toasts(page)).not.toContainText('sieben Tage')
  })

/** Like clearing the browser's data, without a question. */
async function clearDatabases(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
}

test('a page whose copy was taken away is loaded again once all is sent and no text is being typed', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { at: ordinaryPresent() })
  await arrived(await write(page, 'Vorher geschrieben'))
  const form = await openForm(page)
  await textField(form).fill('Angefangen')
  await page.evaluate(() => Object.assign(window, { isOldPage: true }))
  await clearDatabases(page)
  await textField(form).pressSequentially(' und weiter')
  await expect(page.getByText('lass die Seite offen')).toBeVisible()
  await page.clock.fastForward('01:00')
  await expect(textField(form)).toHaveValue('Angefangen und weiter')
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await arrived(cardOf(page, 'Angefangen und weiter'))
  await expect(async () => {
    await page.clock.fastForward('00:11')
    expect(await page.evaluate(() => Reflect.get(window, 'isOldPage'))).toBeUndefined()
  }).toPass()
  await expect(cardOf(page, 'Angefangen und weiter')).toHaveCount(1)
  await expect(cardOf(page, 'Vorher geschrieben')).toHaveCount(1)
  await expect(page.getByText('lass die Seite offen')).toBeHidden()
})

/** Waits until the service worker holds the app. */
async function held(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller !== null) return
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
  })
}

test('after the browser has cleared a part of the app, page and files come together', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { serviceWorkers: 'allow' })
  await held(page)
  const heading = page.getByRole('heading', { level: 1 })
  const files = () =>
    page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0] ?? '')
      return (await cache.keys()).filter(({ url }) => url.endsWith('.js')).length
    })
  const all = await files()

  await test.step('a file that the server still has comes from there and is kept again', async () => {
    await page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0] ?? '')
      for (const request of await cache.keys())
        if (/assets\/(?:index|replica|icon)-.*\.js/.test(request.url)) await cache.delete(request)
    })
    expect(await files()).toBeLessThan(all)
    await page.reload()
    await expect(heading).toBeVisible()
    await expect.poll(files).toBe(all)
  })

  await test.step('a file that the server lacks too deletes the old page', async () => {
    await page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0] ?? '')
      const html = (await (await cache.match('/'))?.text()) ?? ''
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      const old = html.replace(/\/assets\/index-[\w-]+\.js/, '/assets/index-gone.js')
      await cache.put('/', new Response(old, { headers }))
    })
    await page.reload()
    await expect(heading).toBeVisible()
  })

  await test.step('with nothing left and no network, a page says so', async () => {
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
    })
    await page.context().setOffline(true)
    await page.reload()
    await expect(heading).toHaveText('Das Tagebuch ist gerade nicht erreichbar')
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Seite neu laden' }).click()
    await expect(page.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
  })
})
