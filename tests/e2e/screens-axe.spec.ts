import type { Page } from '@playwright/test'
import { desktop, expect, firstPartner, signIn } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { createPushDevice } from '../support/push-receiver.ts'
import { violations } from './axe.ts'
import { textField } from './entry-steps.ts'
import { overflow, seed } from './main-screen-steps.ts'
import {
  nudges,
  openNudges,
  panel,
  subscribeAs,
  test,
  turnOn,
  wholeBrowser,
} from './nudge-steps.ts'

test.use(wholeBrowser)

const small = { width: 320, height: 640 } as const
const forms = [
  ['narrow phone, dark', small, 'dark'],
  ['desktop, light', desktop, 'light'],
] as const

/** axe finds nothing, and nothing is wider than the page. */
async function isSound(page: Page, screen: string, within?: string): Promise<void> {
  expect(await violations(page, within), screen).toEqual([])
  expect(await overflow(page), screen).toBe(0)
}

async function openDevice(page: Page) {
  await page.getByRole('button', { name: /^Neu für dich/ }).click()
  await page.getByRole('button', { name: 'Auf diesem Gerät', exact: true }).click()
  return page.getByRole('dialog', { name: 'Auf diesem Gerät' })
}

for (const [form, viewport, theme] of forms) {
  const options = { viewport, theme, at: ordinaryPresent() } as const

  test(`axe finds nothing on search, nudges, the device's dialog and what was shared (${form})`, async ({
    app,
  }) => {
    await seed(app, 'Jonas', { content: 'Am Fluss', createdAt: new Date('2026-05-01T10:00:00Z') })
    const context = await app.device({ ...options, serviceWorkers: 'allow' })
    await subscribeAs(context, createPushDevice('https://fcm.googleapis.com/send/screens'))
    await signIn(context, app.server, firstPartner)
    const page = await context.newPage()
    await page.goto('/')
    await expect(page.getByText('Am Fluss')).toBeVisible()
    await test.step('search', async () => {
      await page.getByRole('button', { name: 'Suchen' }).click()
      await isSound(page, 'nothing typed')
      const field = page.getByRole('textbox', { name: 'Im Tagebuch suchen' })
      await field.fill('fluss')
      await expect(page.locator('article:visible mark')).toBeVisible()
      await isSound(page, 'found')
      await field.fill('xyz')
      await expect(page.getByText('Dazu steht hier noch nichts')).toBeVisible()
      await isSound(page, 'nothing found')
      await page.getByRole('button', { name: 'Irgendein Tag' }).click()
      await expect(page.locator('article:visible')).toBeVisible()
      await isSound(page, 'a day')
      await field.press('Escape')
      await expect(field).toBeHidden()
    })

    await page.evaluate(async () => navigator.serviceWorker.ready)
    await openNudges(page, 'aus')
    await isSound(page, 'nudges, off', '[role=dialog]')
    await turnOn(page).click()
    await expect(turnOn(page)).toBeChecked()
    await nudges(page).getByText('Wovon und wann').click()
    await expect(nudges(page).getByLabel('Ruhe ab')).toBeVisible()
    // Then the lines at the foot cover none of them.
    await nudges(page).getByText('Was dann kommt').scrollIntoViewIfNeeded()
    await panel(page).evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await isSound(page, 'nudges, on', '[role=dialog]')
    await page.keyboard.press('Escape')

    const dialog = await openDevice(page)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Alles mitnehmen' }).click()
    await download
    await isSound(page, 'the device')

    const long = 'Ein langer Text. '.repeat(30).trim()
    await page.evaluate(async (text) => {
      const shared = await caches.open('shared')
      await shared.put('/geteilt/1', new Response(text))
    }, long)
    await page.reload()
    const create = page.getByRole('dialog', { name: 'Neuer Eintrag' })
    await expect(textField(create)).toHaveValue(long)
    await isSound(page, 'what was shared')
  })
}
