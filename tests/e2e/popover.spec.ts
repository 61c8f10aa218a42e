import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, signIn, test } from '../support/e2e.ts'
import { cardOf, write } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'

const code = /assets\/popover-layer-.*\.js/
const grid = (page: Page) => page.getByRole('group', { name: 'Reaktion wählen' })

/** Holds the popovers' code back until the returned function lets it through. */
async function holdCode(page: Page): Promise<() => void> {
  const held: (() => void)[] = []
  await page.context().route(code, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  return () => held.splice(0).forEach((release) => release())
}

test(
  'a press before its code has arrived opens the popover once that is there',
  { tag: '@long' },
  async ({ app }) => {
    await seed(app, 'Jonas', { content: 'Zum Antippen' })
    const device = await app.device()
    await signIn(device, app.server, firstPartner)
    const page = await device.newPage()
    const release = await holdCode(page)
    await page.goto('/')
    const card = cardOf(page, 'Zum Antippen')
    const add = card.getByRole('button', { name: 'Reagieren' })
    await add.click()
    await expect(add).toHaveAttribute('aria-expanded', 'true')
    await expect(grid(page)).toHaveCount(0)
    const node = await add.elementHandle()

    await test.step('Escape takes the press back, while the focus is still on the control', async () => {
      await page.keyboard.press('Escape')
      await expect(add).toHaveAttribute('aria-expanded', 'false')
      await add.click()
      await expect(add).toHaveAttribute('aria-expanded', 'true')
    })
    release()
    await expect(grid(page)).toBeVisible()
    await expect(grid(page).getByRole('button').first()).toBeFocused()
    expect(await add.evaluate((now, before) => now === before, node)).toBe(true)

    await test.step('Escape returns the focus, also the first time', async () => {
      await page.keyboard.press('Escape')
      await expect(grid(page)).toHaveCount(0)
      await expect(add).toBeFocused()
      await expect(add).toHaveAttribute('aria-expanded', 'false')
    })

    await test.step('a second press on the control closes it', async () => {
      await add.click()
      await expect(grid(page)).toBeVisible()
      await add.click()
      await expect(grid(page)).toHaveCount(0)
      await expect(add).toBeFocused()
    })

    await test.step('so do a press outside and the Back button', async () => {
      await add.click()
      await expect(grid(page)).toBeVisible()
      await page.getByRole('heading', { level: 1 }).click()
      await expect(grid(page)).toHaveCount(0)
      await add.click()
      await expect(grid(page)).toBeVisible()
      await page.goBack()
      await expect(grid(page)).toHaveCount(0)
      await expect(card).toBeVisible()
    })

    await test.step('Tab goes through it in its place between the buttons of the card', async () => {
      await add.focus()
      await page.keyboard.press('Enter')
      const choices = grid(page).getByRole('button')
      await expect(choices.first()).toBeFocused()
      await page.keyboard.press('Shift+Tab')
      await expect(add).toBeFocused()
      await page.keyboard.press('Tab')
      await expect(choices.first()).toBeFocused()
      await choices.last().focus()
      await page.keyboard.press('Tab')
      await expect(card.getByRole('button', { name: 'Antworten' })).toBeFocused()
      await expect(grid(page)).toHaveCount(0)
      await add.focus()
      await page.keyboard.press('Enter')
      await expect(choices.first()).toBeFocused()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Shift+Tab')
      await expect(card.getByRole('button', { name: 'Erledigt' })).toBeFocused()
      await expect(grid(page)).toHaveCount(0)
    })

    await test.step('code that cannot be loaded says so, and comes with the network', async () => {
      await page.context().unroute(code)
      app.allowConsoleLines(/popover-layer/)
      await page.context().route(code, (route) => route.abort())
      await page
        .context()
        .route('**/', (route) =>
          route.request().method() === 'HEAD' ? route.abort() : route.fallback(),
        )
      await page.goto('/')
      await add.click()
      const missing = page.getByRole('dialog', { name: 'Reaktionen' })
      await expect(missing).toContainText('Dieser Teil ist noch nicht geladen.')
      await page.keyboard.press('Escape')
      await expect(missing).toHaveCount(0)
      await expect(add).toBeFocused()
      await add.click()
      await expect(missing).toBeVisible()
      await page.context().unroute(code)
      await missing.getByRole('button', { name: 'Noch einmal versuchen' }).click()
      await expect(grid(page)).toBeVisible()
    })
  },
)

test('a popover opened by touch has the focus on the sheet', { tag: '@long' }, async ({ app }) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const card = await write(page, 'Für den Daumen')
  await card.getByRole('button', { name: 'Reagieren' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Reaktionen' })
  await expect(sheet).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Reagieren' })).toBeFocused()
})
