import {
  desktop,
  expect,
  firstPartner,
  phone,
  secondPartner,
  test,
  type TestPartner,
} from '../support/e2e.ts'
import { autofill, coveringKeyboard } from '../support/page-scripts.ts'
import { startTestServer } from '../support/server.ts'
import { inShort } from '../support/quick.ts'
import { bell, list } from './bell-steps.ts'
import { toasts } from './entry-steps.ts'
import type { BrowserContext, Page } from '@playwright/test'

async function fill(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort').fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
}

async function enter(context: BrowserContext, partner: TestPartner): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/auth')
  await fill(page, partner.name, partner.password)
  await expect(toasts(page).getByText('Willkommen zurück! 💕')).toBeVisible()
  await expect(page).toHaveURL('/')
  // With the journal's settings the whole screen takes the place of its first header: a press across that is lost.
  await expect(bell(page, 0)).toBeVisible()
  return page
}

for (const [form, viewport] of inShort(1, [
  ['phone', phone],
  ['desktop', desktop],
] as const))
  test(`without a session the login screen opens, and signing in greets by toast and by name (${form})`, async ({
    app,
  }) => {
    const context = await app.device({ viewport })
    const stranger = await context.newPage()
    for (const path of ['/favoriten', '/']) {
      await stranger.goto(path)
      await expect(stranger).toHaveURL('/auth')
      await expect(stranger.getByLabel('Benutzername')).toHaveAttribute(
        'placeholder',
        'Jonas oder Željka',
      )
    }
    const page = await enter(context, firstPartner)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unser Tagebuch')
    await expect(page.getByRole('banner').getByText('Hallo Jonas!')).toBeVisible()
    await test.step('the bell has no news of the version', async () => {
      await bell(page, 0).click()
      await expect(list(page)).toContainText('Auf diesem Gerät')
      await expect(list(page).getByText('Neu hier:')).toHaveCount(0)
      await page.keyboard.press('Escape')
    })
    await page.goto('/auth')
    await expect(page).toHaveURL('/')

    await test.step('signing out returns to the login screen and deletes the device’s copy', async () => {
      await page.getByRole('button', { name: 'Abmelden' }).click()
      await expect(page).toHaveURL('/auth')
      await expect
        .poll(async () => page.evaluate(async () => (await indexedDB.databases()).length))
        .toBe(0)
      await expect
        .poll(async () => page.evaluate(() => localStorage.getItem('tagebuch.session')))
        .toBeNull()
      await page.goto('/')
      await expect(page).toHaveURL('/auth')
    })
  })

const mistakes = [
  ['', '', 'Benutzername', 'Benutzername ist erforderlich'],
  ['J', '12345', 'Benutzername', 'Benutzername ist erforderlich'],
  ['Fremd', '12345', 'Passwort', 'Passwort muss mindestens 6 Zeichen lang sein'],
  ['Fremd', '123456', 'Benutzername', "Benutzername muss 'Jonas' oder 'Željka' sein"],
  ['jonas', 'falsch-geraten', 'Passwort', 'Falsches Passwort'],
] as const

test('the first mistake shows as a toast and beside its field', async ({ app }) => {
  const page = await (await app.device({ viewport: phone, init: coveringKeyboard })).newPage()
  await page.goto('/auth')
  await test.step('a keyboard that covers the page leaves the button for signing in above it', async () => {
    await page.getByLabel('Benutzername').fill(firstPartner.name)
    await page.evaluate(() => window.dispatchEvent(new Event('keyboard')))
    const bottom = async () => {
      const box = await page.getByRole('button', { name: 'Anmelden' }).boundingBox()
      return box === null ? Infinity : box.y + box.height
    }
    await expect.poll(bottom).toBeLessThanOrEqual(phone.height - 380)
    await page.reload()
  })

  for (const [username, password, field, message] of mistakes) {
    await fill(page, username, password)
    await expect(page.getByRole('alert')).toHaveText(message)
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(message)
    await expect(page.getByLabel(field)).toBeFocused()
    await expect(page).toHaveURL('/auth')
  }

  await test.step('too many attempts are answered with a request to wait', async () => {
    // The real limit would lock the other tests of this address out.
    await page.route('**/auth/v1/token**', (route) => route.fulfill({ status: 429, json: {} }))
    await fill(page, firstPartner.name, firstPartner.password)
    await expect(page.getByRole('alert')).toHaveText('Zu viele Versuche. Bitte warte einen Moment.')
  })

  await test.step('the password can be shown, and the fields are known to password managers', async () => {
    const password = page.getByLabel('Passwort')
    await expect(page.getByLabel('Benutzername')).toHaveAttribute('autocomplete', 'username')
    await expect(password).toHaveAttribute('autocomplete', 'current-password')
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Eingabe anzeigen' }).click()
    await expect(password).toHaveAttribute('type', 'text')
  })

  await test.step('an unknown path is a 404 page with a way home', async () => {
    await page.goto('/gibt-es-nicht')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
    await page.getByRole('link', { name: 'Zurück zur Startseite' }).click()
    await expect(page).toHaveURL('/auth')
  })

  await test.step('without a connection the screen says so, and a second try works', async () => {
    await page.unroute('**/auth/v1/token**')
    await page.route('**/auth/v1/**', (route) => route.abort())
    await fill(page, firstPartner.name, firstPartner.password)
    await expect(page.getByRole('alert')).toHaveText(
      'Keine Verbindung zum Server. Bitte versuche es gleich noch einmal.',
    )
    await page.unroute('**/auth/v1/**')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await expect(page).toHaveURL('/')
  })

  await test.step('a password manager that only says what has changed signs in', async () => {
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await expect(page).toHaveURL('/auth')
    await page.goto('/')
    await page.getByRole('button', { name: 'Anmelden' }).waitFor()
    await page.evaluate(autofill, firstPartner)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await expect(page.getByText('Hallo Jonas!')).toBeVisible()
  })
})

test(
  'under an address that the settings do not name the login screen says which one to mend',
  { tag: '@long' },
  async ({ browser }) => {
    const server = await startTestServer({ env: { TRUST_PROXY: '1' } })
    // A proxy that speaks of another scheme than the browser's: to the server a foreign page.
    const extraHTTPHeaders = { 'x-forwarded-proto': 'https' }
    const context = await browser.newContext({ baseURL: server.url, extraHTTPHeaders })
    const page = await context.newPage()
    await page.goto('/auth')
    await fill(page, firstPartner.name, firstPartner.password)
    await expect(page.getByRole('alert')).toHaveText(
      /Unter dieser Adresse .* Einstellung PUBLIC_URL/,
    )
    await expect(page.locator('form')).toContainText('PUBLIC_URL')
    expect(server.logs()).toContain('name it in PUBLIC_URL')
    await context.close()
    await server.stop()
  },
)

test('a sign-out reaches the other tab, and the device stays known by a cookie that no script reads', async ({
  app,
  hosted,
}) => {
  const context = await app.device({ viewport: desktop })
  const page = await enter(context, firstPartner)
  const known = async () => {
    const cookies = await context.cookies(`${app.server.url}/auth/v1/token`)
    return cookies.map(({ name, httpOnly, sameSite }) => [name.slice(0, 16), httpOnly, sameSite])
  }
  // A hosted project has limits of its own.
  const expected = hosted ? [] : [['tagebuch-device-', true, 'Strict']]
  expect(await known()).toEqual(expected)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('banner').getByText('Hallo Jonas!')).toBeVisible()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(other).toHaveURL('/auth')
  await other.close()
  await expect(page.getByLabel('Passwort', { exact: true })).toBeVisible()
  expect(await known()).toEqual(expected)
  const sent = page.waitForRequest('**/auth/v1/token**')
  await fill(page, secondPartner.name.toUpperCase(), secondPartner.password)
  const request = await sent
  if (!hosted) expect((await request.allHeaders())['cookie']).toContain('tagebuch-device-')
  // A name is taken however it is capitalised, with its Croatian letters.
  await expect(page.getByRole('banner').getByText('Hallo Željka!')).toBeVisible()
})
