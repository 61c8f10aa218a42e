import type { BrowserContext, Locator, Page } from '@playwright/test'
import { expect, firstPartner, newDevice, signIn, test, type TestApp } from '../support/e2e.ts'
import { openGate, type Gate } from '../support/gate.ts'
import { appOf } from '../support/older-version.ts'
import { asOverPlainHttp, draftStored } from './draft-steps.ts'
import {
  arrived,
  cardOf,
  networkIsBack,
  openForm,
  remove,
  textField,
  toasts,
  write,
} from './entry-steps.ts'
import { held } from './service-worker-steps.ts'

/** No tab of the older version sends a deletion before the test is over. Runs in each page before the app. */
function undoWithoutHurry(): void {
  const real = globalThis.setTimeout
  const later = (run: () => void, delay = 0) =>
    real(run, delay > 4000 && delay <= 5000 ? 600_000 : delay)
  globalThis.setTimeout = later as typeof setTimeout
}

/**
 * In this tab time hardly passes, and for others, too, what is deleted in it can be undone for long. Runs in the page
 * before the app.
 */
function slowClock(): void {
  const now = Date.now.bind(Date)
  const start = now()
  Date.now = () => start + 600_000 + Math.floor((now() - start) / 100)
}

const writes = /\/rest\/v1\//

/** A tab of the older version with a write that waits, a deletion that can be undone and a text in its form. */
async function openOld(app: TestApp, device: BrowserContext): Promise<Page> {
  await signIn(device, app.server, firstPartner)
  await device.addInitScript(undoWithoutHurry)
  const old = await device.newPage()
  await old.addInitScript(slowClock)
  await old.goto('/')
  await arrived(await write(old, 'Gesendet'))
  await arrived(await write(old, 'Doch behalten'))
  await old.route(writes, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.abort(),
  )
  await write(old, 'Wartet')
  await remove(old, cardOf(old, 'Doch behalten'))
  await textField(await openForm(old)).fill('Getippt')
  await draftStored(old, 'Getippt')
  return old
}

/** Another tab, which gets the new version and takes the copy. */
async function openNew(gate: Gate, device: BrowserContext, old: Page): Promise<Page> {
  gate.update()
  const next = await device.newPage()
  const before = await scriptsOf(old)
  await next.addInitScript(apartFromCopy, before)
  // The browser joins its look for a new worker to one that has begun: then the next visit gets the new version.
  await expect(async () => {
    await next.goto('/')
    // Those of the older version, until its service worker has fetched the new one.
    await expect.poll(() => scriptsOf(next), { timeout: 10_000 }).not.toEqual(before)
  }).toPass()
  await arrived(cardOf(next, 'Wartet'))
  return next
}

/**
 * Keeps the older version in this page from the copy: after seven seconds a second tab sends what the first one deletes. Runs
 * in each page before the app.
 */
function apartFromCopy(older: readonly (string | null)[]): void {
  const open = indexedDB.open.bind(indexedDB)
  indexedDB.open = (name, version) => {
    const isOlder = older.every((src) => document.querySelector(`script[src="${src}"]`) !== null)
    return open(isOlder ? `not ${name}` : name, version)
  }
}

/** The app's scripts, whose names tell one version from another. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('script[src]'), (script) => script.getAttribute('src')),
  )

const mainScriptOf = (html: string) => /\/assets\/index-[\w-]+\.js/.exec(html)?.[0]

const formOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Neuer Eintrag' })

async function typeOn(form: Locator): Promise<void> {
  await textField(form).press('End')
  await textField(form).pressSequentially(' und weiter')
  await form.getByRole('button', { name: 'Eintragen' }).click()
}

const undo = async (page: Page) => toasts(page).getByRole('button', { name: 'Rückgängig' }).click()

const contents = async ({ server }: TestApp) =>
  (await server.sql()`select content from public.entries order by content`).map(({ content }) =>
    String(content),
  )

for (const version of ['0.2.0-pre', '0.2.0'] as const)
  test(`what waits, is typed and can be undone in a tab of ${version} is kept as a new tab opens`, async ({
    app,
    browser,
  }) => {
    const older = appOf(version)
    const page = await (await fetch(app.server.url)).text()
    test.skip(mainScriptOf(page) === mainScriptOf(older['/index.html'] ?? ''), 'it is this build')
    const gate = await openGate(app.server.url, older)
    const device = await newDevice(browser, gate.url, { serviceWorkers: 'allow' })
    const old = await openOld(app, device)
    await held(old)
    const next = await openNew(gate, device, old)
    await expect(toasts(old)).toContainText('Neue Version verfügbar')
    // The tab that offers the undo also deletes.
    await expect(cardOf(next, 'Doch behalten')).toBeVisible()

    await typeOn(formOf(old))
    await formOf(old).waitFor({ state: 'hidden' })
    await undo(old)
    await expect(cardOf(old, 'Doch behalten')).toBeVisible()
    await old.unroute(writes)
    await networkIsBack(old)
    await arrived(cardOf(old, 'Getippt und weiter'))
    await arrived(cardOf(old, 'Wartet'))
    await expect(cardOf(next, 'Getippt und weiter')).toBeVisible()
    await old.close()

    expect(await contents(app)).toEqual([
      'Doch behalten',
      'Gesendet',
      'Getippt und weiter',
      'Wartet',
    ])
    // A text that the older tab has sent is no draft any more.
    await expect(textField(await openForm(next))).toHaveValue('')
    await device.close()
    await gate.stop()
  })

test('without a service worker the older tab lacks a part to go on with, and still nothing is lost', async ({
  app,
  browser,
}) => {
  const gate = await openGate(app.server.url, appOf('0.2.0-pre'))
  const device = await newDevice(browser, gate.url)
  await device.addInitScript(asOverPlainHttp)
  const old = await openOld(app, device)
  const next = await openNew(gate, device, old)

  await typeOn(formOf(old))
  await expect(toasts(old)).toContainText('konnte gerade nichts gespeichert werden')
  await expect(textField(formOf(old))).toHaveValue('Getippt und weiter')
  await undo(old)
  await expect(cardOf(next, 'Doch behalten')).toBeVisible()
  await old.unroute(writes)
  await old.reload()
  await expect(textField(await openForm(old))).toHaveValue('Getippt und weiter')
  await formOf(old).getByRole('button', { name: 'Eintragen' }).click()
  await arrived(cardOf(old, 'Getippt und weiter'))
  expect(await contents(app)).toEqual(['Doch behalten', 'Gesendet', 'Getippt und weiter', 'Wartet'])
  await device.close()
  await gate.stop()
})
