import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { isFull } from '../support/quick.ts'
import { layoutsFrom, toasts } from './entry-steps.ts'
import { favourite, fillQuote, openAddQuote, openFavourites, quoteBlock } from './quote-steps.ts'

const heartOf = (page: Page) => quoteBlock(page).getByRole('button', { name: 'Gefällt mir' })
const textOf = (page: Page) => quoteBlock(page).getByRole('blockquote')
const another = (page: Page) => quoteBlock(page).getByRole('button', { name: 'Anderes Zitat' })

test("both like the same quote and see each other's like without a reload; it stays over other screens", async ({
  app,
}) => {
  // The same quote for both, and always the same one drawn, even if something else asks for a random number before.
  const init = () => (Math.random = () => 0.5)
  const page = await app.signedIn(firstPartner, { viewport: phone, init })
  const partner = await app.signedIn(secondPartner, { init })
  await expect(textOf(page)).toHaveText(/^„.+“$/s)
  await expect(textOf(partner)).toHaveText(await textOf(page).innerText())
  await expect(quoteBlock(page).getByText(/^– .+/)).toBeVisible()
  await expect(quoteBlock(page).locator('cite')).not.toBeEmpty()

  await heartOf(page).click()
  await expect(heartOf(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(quoteBlock(page)).toContainText('Herzen: Du')
  await expect(quoteBlock(partner)).toContainText('Herzen: Jonas')
  await heartOf(partner).click()
  await expect(quoteBlock(partner)).toContainText('Herzen: Du und Jonas')
  await expect(quoteBlock(page)).toContainText('Herzen: Du und Željka')

  await heartOf(page).click()
  await expect(heartOf(page)).toHaveAttribute('aria-pressed', 'false')
  await expect(quoteBlock(page)).not.toContainText('Du')
  await expect(quoteBlock(partner)).not.toContainText('Jonas')
  await heartOf(partner).click()
  await expect(heartOf(partner)).toHaveAttribute('aria-pressed', 'false')

  await test.step('the next quote is never the one on screen', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const shown = await textOf(page).innerText()
      await another(page).click()
      await expect(textOf(page)).not.toHaveText(shown)
    }
  })
  const shown = await textOf(page).innerText()
  await heartOf(page).click()
  await openFavourites(page)
  await expect(page.getByRole('article').getByRole('blockquote')).toHaveText(shown)
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expect(textOf(page)).toHaveText(shown)
  await expect(heartOf(page)).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await openFavourites(page)
  await expect(page.getByRole('article').getByRole('blockquote')).toHaveText(shown)
})

test(
  'nothing moves when the quote arrives or another takes its place, and the button keeps the focus',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner, { viewport: phone })
    for (const { layout, viewport } of layoutsFrom('phone'))
      await test.step(layout, async () => {
        await page.setViewportSize(viewport)
        await page.unrouteAll()
        let release = () => undefined as void
        const held = new Promise<void>((resolve) => {
          release = resolve
        })
        await page.route(/quote-list/, async (route) => {
          await held
          await route.continue()
        })
        await page.reload()
        const below = page.getByRole('button', { name: 'Filter' })
        await expect(below).toBeVisible()
        // Its letters may arrive after it.
        await page.waitForFunction(() =>
          [...document.fonts].some(
            ({ family, status }) => family.includes('Nunito') && status === 'loaded',
          ),
        )
        const before = await below.boundingBox()
        await expect(textOf(page)).toHaveCount(0)
        release()
        await expect(textOf(page)).toBeVisible()
        expect(await below.boundingBox()).toEqual(before)
        for (let turn = 0; turn < (isFull ? 8 : 3); turn += 1) {
          const shown = await textOf(page).innerText()
          await another(page).click()
          await expect(textOf(page)).not.toHaveText(shown)
          expect(await below.boundingBox()).toEqual(before)
        }

        await test.step('the refresh button keeps the focus of the keyboard', async () => {
          await another(page).focus()
          for (const key of ['Enter', 'Space', 'Enter']) {
            const shown = await textOf(page).innerText()
            await page.keyboard.press(key)
            await expect(textOf(page)).not.toHaveText(shown)
            await expect(another(page)).toBeFocused()
          }
          await page.keyboard.press('Tab')
          await expect(heartOf(page)).toBeFocused()
        })
      })

    await test.step('a refused like goes back without a message and is logged without a text', async () => {
      await page.unrouteAll()
      app.allowConsoleLines(/^refused without a message: like-quote$/)
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))
      await page.route(/\/rest\/v1\/quote_likes/, async (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
          : route.fallback(),
      )
      await heartOf(page).click()
      await expect.poll(() => logged.join('\n')).toContain('like-quote')
      await expect(heartOf(page)).toHaveAttribute('aria-pressed', 'false')
      await expect(toasts(page)).toBeEmpty()
      expect(logged.join('\n')).not.toContain(await textOf(page).innerText())

      await test.step('without the list there is no message, and the button retries', async () => {
        await page.route(/quote-list/, (route) => route.abort())
        const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('quote-list'))
        await page.reload()
        await failed
        await expect(quoteBlock(page)).not.toContainText('Laden...')
        await expect(toasts(page)).toBeEmpty()
        await page.unrouteAll()
        await another(page).click()
        await expect(textOf(page)).toBeVisible()
      })
    })
  },
)

test(
  'offline the app opens with a quote, and a like and a quote of one’s own reach the partner later',
  { tag: '@long' },
  async ({ app }) => {
    const options = { serviceWorkers: 'allow' } as const
    const page = await app.signedIn(firstPartner, options)
    const partner = await app.signedIn(secondPartner, options)
    await page.evaluate(async () => navigator.serviceWorker.ready)
    await page.context().setOffline(true)
    await page.reload()
    await expect(textOf(page)).toBeVisible()
    await heartOf(page).click()
    await expect(quoteBlock(page)).toContainText('Herzen: Du')
    await openFavourites(page)
    await expect(page.getByRole('tab', { name: 'Meine (1)' })).toBeVisible()
    const own = { text: 'Selbst gedacht', author: 'Wir' }
    await fillQuote(await openAddQuote(page), own)
    await page.keyboard.press('Enter')
    await expect(favourite(page, own.text)).toBeVisible()
    await page.reload()
    await expect(favourite(page, own.text)).toContainText('Persönlich')
    await openFavourites(partner)
    await expect(partner.getByRole('tab', { name: 'Jonas (0)' })).toBeVisible()
    await page.context().setOffline(false)
    await expect(partner.getByRole('tab', { name: 'Jonas (2)' })).toBeVisible()
    await expect(favourite(partner, own.text)).toBeVisible()
  },
)
