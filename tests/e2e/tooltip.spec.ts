import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { openForm, write } from './entry-steps.ts'
import { allLoaded, seed } from './main-screen-steps.ts'

const tooltip = (page: Page, text: string) =>
  page.locator('[data-tooltip-popup]').filter({ hasText: text })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a tooltip opens under a mouse and at the keyboard, and leaves with what it speaks of', async ({
  app,
}) => {
  const at = ordinaryPresent()
  await seed(app, 'Jonas', { content: 'Mit Knöpfen' })
  const page = await app.signedIn(firstPartner, { at })
  const signOut = button(page, 'Abmelden')
  // Its code is there once it has opened; the pointer may have come before the page listened.
  await expect(async () => {
    await page.mouse.move(300, 500)
    await signOut.hover()
    await expect(tooltip(page, 'Abmelden')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.mouse.move(300, 500)
  await expect(tooltip(page, 'Abmelden')).toHaveCount(0)
  await page.clock.pauseAt(new Date(at.getTime() + 60_000))

  await test.step('by mouse, and the next one at once', async () => {
    await signOut.hover()
    await page.clock.runFor(690)
    await expect(tooltip(page, 'Abmelden')).toHaveCount(0)
    await page.clock.runFor(30)
    await expect(tooltip(page, 'Abmelden')).toBeVisible()
    await button(page, 'Neu für dich').hover()
    await page.clock.runFor(50)
    await expect(tooltip(page, 'Neu für dich')).toBeVisible()
    await expect(tooltip(page, 'Abmelden')).toHaveCount(0)
  })

  await test.step('it stays under the pointer, and goes when that leaves it', async () => {
    await tooltip(page, 'Neu für dich').hover()
    await page.clock.runFor(400)
    await expect(tooltip(page, 'Neu für dich')).toBeVisible()
    await page.clock.resume()
    await page.mouse.move(300, 500)
    await expect(tooltip(page, 'Neu für dich')).toHaveCount(0)
  })

  await test.step('scrolling and a press close it', async () => {
    await button(page, 'Bearbeiten').hover()
    await expect(tooltip(page, 'Bearbeiten')).toBeVisible()
    await page.evaluate(() => document.dispatchEvent(new Event('scroll')))
    await expect(tooltip(page, 'Bearbeiten')).toHaveCount(0)
    await button(page, 'Löschen').hover()
    await expect(tooltip(page, 'Löschen')).toBeVisible()
    await page.mouse.down()
    await expect(tooltip(page, 'Löschen')).toHaveCount(0)
    await page.mouse.move(300, 500)
    await page.mouse.up()
  })

  await test.step('at the keyboard', async () => {
    await signOut.focus()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await expect(tooltip(page, 'Abmelden')).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await expect(tooltip(page, 'Abmelden')).toHaveCount(0)
  })

  await test.step('no more because the focus came back from a layer', async () => {
    const bell = button(page, 'Neu für dich')
    await page.getByRole('link', { name: 'Lieblingszitate' }).focus()
    await page.keyboard.press('Tab')
    await expect(bell).toBeFocused()
    await expect(tooltip(page, 'Neu für dich')).toBeVisible()
    await page.keyboard.press('Enter')
    const news = page.getByRole('dialog', { name: 'Neu für dich' })
    await expect(news.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(bell).toBeFocused()
    await page.evaluate(
      async () =>
        new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    await expect(page.locator('[data-tooltip-popup]')).toHaveCount(0)
  })

  await test.step('one Escape closes it and the dialog behind it', async () => {
    const form = await openForm(page)
    const close = form.getByRole('button', { name: 'Schließen' })
    await close.hover()
    await expect(tooltip(page, 'Schließen')).toBeVisible()
    const box = await tooltip(page, 'Schließen').boundingBox()
    const isOnTop = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x, y)?.textContent === 'Schließen',
      [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5] as const,
    )
    expect(isOnTop).toBe(true)
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(tooltip(page, 'Schließen')).toHaveCount(0)
  })

  await test.step('it leaves with its control', async () => {
    // No other card comes under the pointer in its place.
    await app.server.sql()`delete from entries`
    await expect(page.getByRole('article')).toHaveCount(0)
    const card = await write(page, 'Bald wieder weg')
    await card.getByRole('button', { name: 'Bearbeiten' }).hover()
    await expect(tooltip(page, 'Bearbeiten')).toBeVisible()
    await app.server.sql()`delete from entries where content = 'Bald wieder weg'`
    await expect(card).toHaveCount(0)
    await expect(tooltip(page, 'Bearbeiten')).toHaveCount(0)
  })
})

test('a finger opens no tooltip', { tag: '@long' }, async ({ app }) => {
  const page = await app.signedIn(firstPartner, { viewport: phone, at: ordinaryPresent() })
  await allLoaded(page)
  await button(page, 'Dunkles Design einschalten').tap()
  await page.clock.fastForward(1000)
  await expect(page.locator('[data-tooltip-popup]')).toHaveCount(0)
})
