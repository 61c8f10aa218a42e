import type { Locator } from '@playwright/test'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { openForm, textField, write } from './entry-steps.ts'
import { openField } from './reply-steps.ts'

/** A phone on its side and half a screen, and how high they are above a keyboard. */
const screens = [
  [844, 390, 190],
  [667, 375, 175],
] as const

/** How many lines of a field's text can be seen. */
async function linesSeen(field: Locator): Promise<number> {
  return field.evaluate(
    async (element) =>
      new Promise<number>((resolve) => {
        new IntersectionObserver(([entry]) => {
          const { lineHeight, paddingTop } = getComputedStyle(element)
          const seen = (entry?.intersectionRect.height ?? 0) - parseFloat(paddingTop)
          resolve(seen / parseFloat(lineHeight))
        }).observe(element)
      }),
  )
}

test('a low screen shows the calendar whole, and above a keyboard two lines and the button', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: { width: 844, height: 390 } })
  const card = await write(page, 'Am Fluss')
  for (const [width, height, withKeyboard] of screens) {
    const viewport = { width, height }
    await page.setViewportSize(viewport)
    const size = `${width} × ${height} px`

    await test.step(`the list’s calendar is whole (${size})`, async () => {
      await page.getByRole('button', { name: 'Kalender öffnen' }).click()
      const days = page.getByRole('dialog', { name: 'Kalender' }).getByRole('gridcell')
      await expect(days.last()).toBeInViewport({ ratio: 1 })
      await expect(days.first()).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
    })

    const form = await openForm(page, 'Ideen')

    await test.step(`the calendar begins with the name of its month (${size})`, async () => {
      await form.getByRole('button', { name: 'Datum wählen' }).click()
      const calendar = page.getByRole('dialog', { name: 'Datum wählen' })
      await expect(calendar.getByRole('grid')).toBeVisible()
      await expect(calendar.getByRole('status')).toBeInViewport({ ratio: 1 })
      await expect(calendar.getByRole('gridcell').last()).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
    })

    await test.step(`a new entry above the keyboard (${size})`, async () => {
      await textField(form).fill('Eine\nzweite\ndritte\nvierte\nfünfte\nsechste Zeile')
      await page.setViewportSize({ width, height: withKeyboard })
      await expect.poll(async () => linesSeen(textField(form))).toBeGreaterThanOrEqual(2)
      await expect(form.getByRole('button', { name: 'Eintragen' })).toBeInViewport({ ratio: 1 })
      await page.setViewportSize(viewport)
      await textField(form).fill('')
      await form.getByRole('button', { name: 'Abbrechen' }).click()
      await expect(form).toBeHidden()
    })

    await test.step(`a reply above the keyboard (${size})`, async () => {
      const field = await openField(page, card)
      await page.setViewportSize({ width, height: withKeyboard })
      await expect.poll(async () => linesSeen(field)).toBeGreaterThanOrEqual(2)
      await expect(page.getByRole('button', { name: 'Senden' })).toBeInViewport({ ratio: 1 })
      await page.setViewportSize(viewport)
      await page.keyboard.press('Escape')
      await expect(field).toBeHidden()
    })
  }
})
