import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { cardOf, remove, textField, toasts } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'

const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Rückgängig' })

test('"Rückgängig" is one Tab away, and the focus returns', async ({ app }) => {
  for (const content of ['Die erste', 'Die zweite', 'Die dritte'])
    await seed(app, 'Jonas', { content })
  const page = await app.signedIn(firstPartner)

  await test.step('from the list: the restored card has the focus', async () => {
    await remove(page, cardOf(page, 'Die zweite'))
    await expect(undo(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(undo(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(cardOf(page, 'Die zweite')).toBeFocused()
  })
  await test.step('once: after that Tab leads on through the page', async () => {
    await remove(page, cardOf(page, 'Die zweite'))
    await expect(cardOf(page, 'Die erste')).toBeFocused()
    const filter = page.getByRole('button', { name: 'Filter', exact: true })
    await filter.focus()
    await page.keyboard.press('Tab')
    await expect(undo(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expect(filter).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Suchen' })).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(cardOf(page, 'Die zweite')).toBeFocused()
  })
  await test.step('from a form, which stays open and keeps its text', async () => {
    await remove(page, cardOf(page, 'Die zweite'))
    await page.keyboard.press('n')
    const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
    await expect(textField(form)).toBeFocused()
    await page.keyboard.type('Angefangen')
    await page.keyboard.press('Tab')
    await expect(undo(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(textField(form)).toBeFocused()
    await expect(textField(form)).toHaveValue('Angefangen')
    await page.keyboard.press('Escape')
    await expect(cardOf(page, 'Die zweite')).toHaveCount(1)
  })
  await test.step('from the list of the bell', async () => {
    await remove(page, cardOf(page, 'Die zweite'))
    await page.getByRole('button', { name: /^Neu für dich/ }).click()
    const news = page.getByRole('dialog', { name: 'Neu für dich' })
    await expect(news).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(undo(page)).toBeFocused()
    await expect(news).toBeVisible()
    await page.keyboard.press('Shift+Tab')
    await expect(undo(page)).not.toBeFocused()
    await expect(news).toBeVisible()
    await page.keyboard.press('Escape')
  })
})

test('Strg + Z takes a deletion back, but not while one types', async ({ app }) => {
  for (const content of ['Die erste', 'Die zweite', 'Die dritte'])
    await seed(app, 'Jonas', { content })
  const page = await app.signedIn(firstPartner, { viewport: phone })
  for (const text of ['Die erste', 'Die zweite', 'Die erste']) {
    await remove(page, cardOf(page, text))
    await page.keyboard.press('Control+z')
    await expect(cardOf(page, text)).toBeFocused()
  }

  await test.step('in a search, which stays open', async () => {
    await page.getByRole('button', { name: 'Suchen' }).click()
    await page.keyboard.type('zweite')
    await expect(cardOf(page, 'Die erste')).toHaveCount(0)
    await remove(page, cardOf(page, 'Die zweite'))
    await page.keyboard.press('Control+z')
    await expect(cardOf(page, 'Die zweite')).toBeFocused()
    await page.keyboard.press('Escape')
  })
  await test.step('in a field it takes back what was typed', async () => {
    await page.getByRole('button', { name: 'Suchen' }).click()
    await page.keyboard.type('die')
    await remove(page, cardOf(page, 'Die dritte'))
    await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).press('Control+z')
    await expect(undo(page)).toBeVisible()
    await expect(cardOf(page, 'Die dritte')).toHaveCount(0)
  })
})
