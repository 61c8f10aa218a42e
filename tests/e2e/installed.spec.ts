import type { Locator, Page } from '@playwright/test'
import { contentLimit } from '../../src/domain/limits.ts'
import { expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { coveringKeyboard } from '../support/page-scripts.ts'
import { isFull } from '../support/quick.ts'
import { violations } from './axe.ts'
import { draftStored } from './draft-steps.ts'
import { arrived, cardOf, networkIsBack, textField, write } from './entry-steps.ts'
import { held } from './service-worker-steps.ts'
import { photosShown, pictureFile, type PictureFile } from './photo-steps.ts'

const offer = (page: Page) => page.getByRole('region', { name: 'Das Tagebuch als App' })

/** The event of a browser that could install the app. */
async function offerByBrowser(page: Page): Promise<void> {
  await page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        Object.assign(window, { wasAsked: true })
        return Promise.resolve({ outcome: 'accepted' })
      },
    })
    window.dispatchEvent(event)
    Object.assign(window, { isKept: event.defaultPrevented })
  })
}

test(
  'after the second own entry the app is offered, asks by the browser, and what waits goes first',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner, {
      viewport: phone,
      at: ordinaryPresent(),
      init: coveringKeyboard,
    })
    await offerByBrowser(page)
    expect(await page.evaluate(() => Reflect.get(window, 'isKept'))).toBe(true)
    await arrived(await write(page, 'Das erste Mal'))
    await expect(offer(page)).toBeHidden()
    await page.context().route(/\/rest\/v1\//, (route) => route.abort())
    await write(page, 'Das zweite Mal')
    await expect(offer(page)).toContainText('Erst wird gesendet, was hier noch wartet: 1 Änderung.')
    await expect(offer(page).getByRole('button', { name: 'Installieren' })).toBeHidden()
    await page.context().unroute(/\/rest\/v1\//)
    await networkIsBack(page)
    await arrived(cardOf(page, 'Das zweite Mal'))
    expect(await violations(page)).toEqual([])
    await offer(page).getByRole('button', { name: 'Installieren' }).click()
    expect(await page.evaluate(() => Reflect.get(window, 'wasAsked'))).toBe(true)
    await expect(offer(page)).toBeHidden()

    await test.step('a keyboard that covers the page leaves field, counter and button in view', async () => {
      const tablet = { width: 1024, height: 768 }
      await page.setViewportSize(tablet)
      const edge = tablet.height - 380
      const bottomOf = async (locator: Locator) => {
        const box = await locator.boundingBox()
        return box === null ? Infinity : box.y + box.height
      }
      await page.evaluate(() => window.dispatchEvent(new Event('keyboard')))
      await page.getByRole('button', { name: 'Neuer Eintrag' }).click()
      const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
      await textField(form).fill('x'.repeat(220))
      for (const part of [
        textField(form),
        form.getByTestId('counter'),
        form.getByRole('button', { name: 'Eintragen' }),
      ])
        await expect.poll(() => bottomOf(part)).toBeLessThanOrEqual(edge)
    })
  },
)

/** Makes the browser look like Safari on an iPhone, in a tab. */
function iphone(): void {
  Object.defineProperty(Navigator.prototype, 'standalone', { get: () => false })
  Object.defineProperty(Navigator.prototype, 'vendor', { get: () => 'Apple Computer, Inc.' })
}

test(
  'on an iPhone a picture shows the way, a dismissal is for good, and the dialog keeps it',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner, {
      viewport: phone,
      init: iphone,
      at: ordinaryPresent(),
    })
    await arrived(await write(page, 'Das erste Mal'))
    await arrived(await write(page, 'Das zweite Mal'))
    await expect(offer(page)).toContainText('dann auf „Zum Home-Bildschirm“')
    await expect(offer(page)).toContainText('meldest du dich einmal neu an')
    expect(await violations(page)).toEqual([])
    await offer(page).getByRole('button', { name: 'Nicht mehr zeigen' }).click()
    await expect(offer(page)).toBeHidden()
    await page.reload()
    await expect(cardOf(page, 'Das zweite Mal')).toBeVisible()
    await expect(offer(page)).toBeHidden()
    // By keyboard: the list above the line is still growing when it opens.
    await page.getByRole('button', { name: /^Neu für dich/ }).press('Enter')
    await page.getByRole('button', { name: 'Auf diesem Gerät' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Auf diesem Gerät' })
    await expect(dialog.getByRole('region', { name: 'Als App' })).toContainText('Home-Bildschirm')
    expect(await violations(page)).toEqual([])
  },
)

/** As the system's share sheet: a form is posted, and the page that comes is the app's. */
async function share(
  page: Page,
  parts: Readonly<Record<string, string>>,
  { enctype = 'multipart/form-data', pictures = [] as readonly PictureFile[] } = {},
): Promise<void> {
  const loaded = page.waitForEvent('load')
  const files = pictures.map(({ buffer }) => buffer.toString('base64'))
  await page.evaluate(
    ([values, type, photos]) => {
      const form = document.createElement('form')
      form.method = 'post'
      form.enctype = type
      form.action = '/teilen'
      for (const [name, value] of Object.entries(values)) {
        const field = document.createElement('textarea')
        Object.assign(field, { name, value })
        form.append(field)
      }
      const data = new DataTransfer()
      for (const photo of photos) {
        const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0))
        // A type that no photo has.
        data.items.add(new File([bytes], 'see.html', { type: 'text/html' }))
      }
      const field = document.createElement('input')
      Object.assign(field, { type: 'file', name: 'photos', files: data.files })
      if (photos.length > 0) form.append(field)
      document.body.append(form)
      form.submit()
    },
    [parts, enctype, files] as const,
  )
  await loaded
}

/** How many shared parts have not been taken up. */
async function waitingShares(page: Page): Promise<number> {
  return page.evaluate(async () => (await (await caches.open('shared')).keys()).length)
}

test('a shared text opens a new form, is never sent without a press, and waits for the sign-in', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { serviceWorkers: 'allow', viewport: phone })
  await held(page)
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.serviceWorker() !== null) posted.push(request.url())
  })

  await test.step('its parts are one text, and the address holds nothing of it', async () => {
    await share(page, { title: 'Ein Lied', text: 'Hör mal', url: 'https://lied.example/1' })
    await expect(textField(form)).toHaveValue('Ein Lied\nHör mal\nhttps://lied.example/1')
    expect(new URL(page.url()).search).toBe('')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await arrived(cardOf(page, 'Hör mal'))
    // While it closes, its field still takes what a test writes.
    await expect(form).toBeHidden()
  })

  if (isFull)
    await test.step('a text that is too long shows its counter, and its draft stays', async () => {
      await share(page, { text: 'x'.repeat(contentLimit + 100) })
      await expect(form.getByTestId('counter')).toHaveText(`${contentLimit + 100}/${contentLimit}`)
      await expect.poll(() => waitingShares(page)).toBe(0)
      await page.reload()
      await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
      await expect(textField(form)).toHaveValue('x'.repeat(contentLimit + 100))
      await textField(form).fill('')
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
    })

  if (isFull)
    await test.step('the draft of another form waits for the next form', async () => {
      await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
      await textField(form).fill('Halb fertig')
      await draftStored(page, 'Halb fertig')
      await share(page, { text: 'Dazwischen' })
      await expect(textField(form)).toHaveValue('Dazwischen')
      await form.getByRole('button', { name: 'Eintragen' }).click()
      await arrived(cardOf(page, 'Dazwischen'))
      await expect(form).toBeHidden()
      await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
      await expect(textField(form)).toHaveValue('Halb fertig')
      await textField(form).fill('')
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
    })

  if (isFull)
    await test.step('unreadable data opens the app', async () => {
      await share(page, { text: 'Kein Formular' }, { enctype: 'text/plain' })
      await expect(cardOf(page, 'Hör mal')).toBeVisible()
      await expect(form).toBeHidden()
    })

  await test.step('while signed out, one or several texts wait for the sign-in', async () => {
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await expect(page).toHaveURL('/auth')
    await share(page, { text: 'Für später' })
    await expect(page).toHaveURL('/auth')
    await share(page, { text: 'Und noch etwas' })
    await expect(page).toHaveURL('/auth')
    await page.getByLabel('Benutzername').fill(firstPartner.name)
    await page.getByLabel('Passwort', { exact: true }).fill(firstPartner.password)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await expect(textField(form)).toHaveValue('Für später\n\nUnd noch etwas')
  })

  await test.step('pictures are in the form, and its draft keeps them; a fifth is refused', async () => {
    const lake = await pictureFile(page, { name: 'see.jpg', colour: 'teal' })
    await share(page, { text: 'Schau' }, { pictures: Array<PictureFile>(5).fill(lake) })
    await expect(textField(form)).toHaveValue('Schau')
    await photosShown(form, 4)
    await expect(form.getByRole('alert')).toHaveText(/^Ein Eintrag hat höchstens 4 Fotos/)
    await expect.poll(() => waitingShares(page)).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    await form.getByRole('button', { name: 'Stattdessen zeigen' }).click()
    await expect(textField(form)).toHaveValue('Schau')
    await photosShown(form, 4)
  })
  await test.step('the home screen’s shortcut opens the form once, also through the sign-in', async () => {
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await page.getByRole('button', { name: 'Trotzdem abmelden' }).click()
    await expect(page).toHaveURL('/auth')
    await page.goto('/?neu=1')
    await page.getByLabel('Benutzername').fill(secondPartner.name)
    await page.getByLabel('Passwort', { exact: true }).fill(secondPartner.password)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await expect(form).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    await page.reload()
    await expect(page.getByRole('button', { name: 'Neuer Eintrag', exact: true })).toBeVisible()
    await expect(form).toBeHidden()
  })
  expect(posted.filter((url) => url.includes('teilen'))).toEqual([])
  const sent = await app.server.sql()`select 1 from public.entries`
  expect(sent).toHaveLength(isFull ? 2 : 1)
})
