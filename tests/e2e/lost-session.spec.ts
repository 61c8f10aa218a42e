import type { Page } from '@playwright/test'
import {
  desktop,
  expect,
  firstPartner,
  phone,
  secondPartner,
  test,
  type TestApp,
} from '../support/e2e.ts'
import { arrived, cardOf } from './entry-steps.ts'
import { allLoaded } from './main-screen-steps.ts'

async function write(page: Page, text: string): Promise<void> {
  // By key: the line about the lost session may move the button.
  await page.getByRole('button', { name: 'Neuer Eintrag' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Text').fill(text)
  await page.getByRole('button', { name: 'Eintragen' }).click()
  await expect(page.getByRole('article').filter({ hasText: text })).toBeVisible()
}

/** Goes offline once the journal has been pulled for the first time. */
async function goOffline(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
  await allLoaded(page)
  await page.context().setOffline(true)
}

/**
 * Ends every session on the server, as a changed password would, and waits until the server has
 * noticed: for a few seconds it trusts what it has just verified.
 */
async function endSessions(app: TestApp): Promise<void> {
  const sql = app.server.sql()
  const used = app.server.restClient(await (await app.server.client('Jonas')).accessToken())
  const status = async () => (await used.from('profiles').select('id')).status
  await sql`delete from auth.refresh_tokens`
  await sql`delete from auth.sessions`
  await expect.poll(status, { timeout: 15_000 }).toBe(401)
}

async function signIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Benutzername').fill(name)
  await page.getByLabel('Passwort').fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
}

test('offline, one line says so and counts what is unsent, until the network is back', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  await goOffline(page)
  await expect(
    page.getByRole('banner').getByText('Offline – alles wird auf diesem Gerät gespeichert'),
  ).toBeVisible()
  await write(page, 'Im Zug geschrieben')
  await expect(page.getByRole('banner').getByText('1 Änderung noch nicht gesendet')).toBeVisible()
  await page.context().setOffline(false)
  await expect(
    page.getByRole('banner').getByText('Offline – alles wird auf diesem Gerät gespeichert'),
  ).toBeHidden()

  await test.step('signing out asks while something is unsent, and only a yes loses it', async () => {
    await goOffline(page)
    await write(page, 'Noch nicht gesendet')
    await page.getByRole('button', { name: 'Abmelden' }).click()
    const question = page.getByRole('alertdialog', { name: 'Wirklich abmelden?' })
    await expect(question).toContainText('1 Änderung ist noch nicht gesendet')
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(cardOf(page, 'Noch nicht gesendet')).toBeVisible()
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await page.getByRole('button', { name: 'Trotzdem abmelden' }).click()
    await expect(page).toHaveURL('/auth')
    await page.context().setOffline(false)
  })
})

test('a lost session keeps copy and unsent work, and signing in again sends it, for its own person alone', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  await expect(page.getByRole('button', { name: 'Neuer Eintrag' })).toBeVisible()
  await endSessions(app)
  const banner = page.getByRole('banner')
  const again = page.getByRole('link', { name: 'Anmelden' })
  const why = 'Deine Anmeldung wurde beendet'

  await test.step('one line says so, and why', async () => {
    await write(page, 'Trotzdem aufgeschrieben')
    await expect(banner.getByText('Bitte melde dich wieder an')).toBeVisible({ timeout: 30_000 })
    await expect(banner.getByText(why)).toBeVisible()
    await expect(cardOf(page, 'Trotzdem aufgeschrieben')).toBeVisible()
  })

  for (const viewport of [{ width: 320, height: 640 }, phone, desktop])
    await test.step(`it covers neither tabs nor buttons at the top of a page (${viewport.width} px)`, async () => {
      await page.setViewportSize(viewport)
      await expect(again).toBeVisible()
      await expect.poll(async () => coveredByLine(page)).toEqual([])
      await page.getByRole('link', { name: 'Lieblingszitate' }).click()
      await expect(page.getByRole('tablist')).toBeVisible()
      await expect(again).toBeVisible()
      await expect.poll(async () => coveredByLine(page)).toEqual([])
      await page.goBack()
      await expect(cardOf(page, 'Trotzdem aufgeschrieben')).toBeVisible()
    })

  await test.step('signing in again sends what waited', async () => {
    await again.click()
    await expect(page.getByText(why)).toBeVisible()
    await expect(page.getByLabel('Benutzername')).toHaveValue('Jonas')
    await signIn(page, firstPartner.name, firstPartner.password)
    await expect(page).toHaveURL('/')
    await arrived(cardOf(page, 'Trotzdem aufgeschrieben'))
    await expect(banner.getByText('Bitte melde dich wieder an')).toBeHidden()
    await expect
      .poll(async () => app.server.sql()`select content from entries`)
      .toEqual([{ content: 'Trotzdem aufgeschrieben' }])
  })

  await test.step('where one person’s unsent work lies, the other is asked before signing in', async () => {
    await endSessions(app)
    await expect(again).toBeVisible({ timeout: 30_000 })
    await write(page, 'Von Jonas, noch hier')
    await expect(banner).toContainText('1 Änderung noch nicht gesendet')
    await expect(cardOf(page, 'Von Jonas, noch hier')).toContainText('noch nicht gesendet')
    await again.click()
    await signIn(page, secondPartner.name, secondPartner.password)
    const question = page.getByRole('alertdialog', {
      name: 'Von Jonas ist hier noch etwas nicht gesendet',
    })
    await expect(question).toContainText('liegt noch 1 Änderung von Jonas')
    await question.getByRole('button', { name: 'Abbrechen' }).click()
    await expect(page).toHaveURL('/auth')
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('button', { name: 'Trotzdem anmelden' }).click()
    await expect(banner.getByText('Hallo Željka!')).toBeVisible()
    await expect(cardOf(page, 'Von Jonas, noch hier')).toBeHidden()
  })

  await test.step('it is sent as its person comes back', async () => {
    // Until then the header is the first one, which has no bell yet.
    await expect(page.getByRole('button', { name: /^Neu für dich/u })).toBeVisible()
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await expect(page).toHaveURL('/auth')
    await signIn(page, firstPartner.name, firstPartner.password)
    await arrived(cardOf(page, 'Von Jonas, noch hier'))
  })
})

/** Names what the line in the header lies over. */
async function coveredByLine(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const line = document.querySelector('header output > span')?.getBoundingClientRect()
    if (line === undefined) return ['no line']
    const parts = document.querySelectorAll<HTMLElement>('main :is(button, [role="tab"], input)')
    return [...parts]
      .filter((part) => {
        const { top, bottom, left, right } = part.getBoundingClientRect()
        const isBeside = right <= line.left || left >= line.right
        return bottom > top && !isBeside && bottom > line.top && top < line.bottom
      })
      .map((part) => part.getAttribute('aria-label') ?? part.textContent)
  })
}
