import type { Page } from '@playwright/test'
import {
  desktop,
  expect,
  firstPartner,
  phone,
  test,
  type DeviceOptions,
  type TestApp,
} from '../support/e2e.ts'
import { seed } from './main-screen-steps.ts'
import { arrived, cardOf, networkIsBack, openForm, textField, write } from './entry-steps.ts'

/** The room of the device at first; the browser asks for room in portions of the rest. */
const roomAtFirst = 4_000_000

/** Limits what the browser gives this site, as its disk does. */
async function limitStorage(page: Page, app: TestApp, bytes?: number): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const quotaSize = bytes === undefined ? {} : { quotaSize: bytes }
  await browser.send('Storage.overrideQuotaForOrigin', { origin: app.url, ...quotaSize })
}

/** A signed-in page on a device with little room. */
async function signedIn(app: TestApp, viewport: DeviceOptions['viewport'] = desktop) {
  const context = await app.device({ viewport })
  const page = await context.newPage()
  // The last resort is not awaited here: a page that just reloaded does not reload again.
  await page.addInitScript(() => {
    if (self.origin !== 'null') sessionStorage.setItem('tagebuch.returned-at', String(Date.now()))
  })
  await limitStorage(page, app, roomAtFirst)
  await page.goto('/auth')
  await page.getByLabel('Benutzername').fill(firstPartner.name)
  await page.getByLabel('Passwort').fill(firstPartner.password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
  return page
}

/** Fills the device: what is more than the room at first makes the browser ask for its limit. */
async function fillDevice(page: Page, app: TestApp): Promise<void> {
  await limitStorage(page, app, 1)
  const fault = await page.evaluate(async (size) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('other data of this site')
      opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('all'))
      opening.addEventListener('success', () => resolve(opening.result))
    })
    const storing = database.transaction('all', 'readwrite')
    storing.objectStore('all').put('x'.repeat(size), 'large')
    return new Promise<string | undefined>((resolve) => {
      storing.addEventListener('abort', () => resolve(storing.error?.name))
      storing.addEventListener('complete', () => resolve('stored'))
    })
  }, roomAtFirst)
  expect(fault).toBe('QuotaExceededError')
}

/** Deletes the site's databases, like clearing the browser's data. */
async function clearDatabases(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
}

/** Deletes them as another page of this site could. */
async function deleteDatabases(page: Page): Promise<void> {
  const other = await page.context().newPage()
  // A page of the origin in which the app does not run.
  await other.goto('/robots.txt')
  await other.evaluate(async () => {
    for (const { name } of await indexedDB.databases())
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name ?? '')
        request.addEventListener('success', resolve)
        request.addEventListener('error', reject)
      })
  })
  await other.close()
}

const line = (page: Page) => page.getByText('lass die Seite offen')

const clearing = 'the browser clears the databases'
/** The error of a cleared database depends on the work that was under way. */
const lost = /Speicher verloren|Das Gerät speichert nicht/

const faults = [
  ['the device is full', 'Speicher voll', fillDevice],
  ['another page deletes the database', 'Speicher verloren', deleteDatabases],
  [clearing, lost, clearDatabases],
] as const

for (const [what, says, fail] of faults)
  test(`when ${what} under the open app, typed text stays and goes out at once`, async ({
    app,
  }) => {
    const page = await signedIn(app, phone)
    await arrived(await write(page, 'Vorher geschrieben'))
    const form = await openForm(page)
    await textField(form).fill('Angefangen, bevor')
    await fail(page, app)
    await textField(form).pressSequentially(' es voll war')
    await expect(line(page)).toContainText(says)
    await expect(textField(form)).toHaveValue('Angefangen, bevor es voll war')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    const card = cardOf(page, 'Angefangen, bevor es voll war')
    await arrived(card)
    await seed(app, 'Željka', { content: 'Von drüben' })
    await expect(cardOf(page, 'Von drüben')).toBeVisible()
    await expect(cardOf(page, 'Vorher geschrieben')).toBeVisible()
    await expect(line(page)).toContainText('alles ist gesendet')

    await limitStorage(page, app)
    await page.reload()
    await expect(cardOf(page, 'Von drüben')).toBeVisible()
    await expect(cardOf(page, 'Angefangen, bevor es voll war')).toHaveCount(1)
    await expect(line(page)).toBeHidden()
    const next = await openForm(page)
    await expect(textField(next)).toHaveValue('')
    expect(await app.server.sql()`select 1 from public.entries`).toHaveLength(3)
  })

// Without a network a database that is lost has nothing to be filled from.
test(`when ${clearing} without a network, closing asks, and what was queued is sent later`, async ({
  app,
}) => {
  const page = await signedIn(app)
  await page.context().route(/\/(?:rest|realtime)\/v1\//, (route) => route.abort())
  await write(page, 'Schon gespeichert')
  await clearDatabases(page)
  await write(page, 'Nur noch im Speicher der Seite')
  await expect(line(page)).toContainText(lost)
  await expect(line(page)).toContainText('2 Änderungen noch nicht gesendet')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await expect(cardOf(page, 'Nur noch im Speicher der Seite')).toBeVisible()

  await page.context().unroute(/\/(?:rest|realtime)\/v1\//)
  await networkIsBack(page)
  const rows = async () => app.server.sql()`select 1 from public.entries`
  await expect.poll(rows).toHaveLength(2)
  await limitStorage(page, app)
  await page.reload()
  await expect(cardOf(page, 'Nur noch im Speicher der Seite')).toHaveCount(1)
  await expect(cardOf(page, 'Schon gespeichert')).toHaveCount(1)
  await arrived(cardOf(page, 'Schon gespeichert'))
  expect(await rows()).toHaveLength(2)
})

test('a full device is signed out like any other', async ({ app }) => {
  const page = await signedIn(app)
  await arrived(await write(page, 'Vorher geschrieben'))
  await fillDevice(page, app)
  await arrived(await write(page, 'Danach geschrieben'))
  await expect(line(page)).toContainText('Speicher voll')
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page).toHaveURL('/auth')
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toEqual(['other data of this site'])
})
