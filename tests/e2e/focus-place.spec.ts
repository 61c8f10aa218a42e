import type { Page } from '@playwright/test'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { cardOf, openForm } from './entry-steps.ts'
import { openFilters, seed, tab } from './main-screen-steps.ts'

/** A desktop's window of 1440 × 900 px as it is at 100, 200 and 400 %, and a phone. */
const windows = [
  ['100 %', 1440, 900],
  ['200 %', 720, 450],
  ['400 %', 360, 225],
  ['a phone', 390, 844],
] as const

/** What of the focused control is under the header or under the bar; nothing where it is free. */
async function coveredFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return undefined
    const box = focused.getBoundingClientRect()
    const name = focused.ariaLabel ?? focused.textContent
    for (const layer of document.querySelectorAll('header, nav')) {
      const { position } = getComputedStyle(layer)
      if (position !== 'sticky' && position !== 'fixed') continue
      if (layer.contains(focused) || !layer.checkVisibility()) continue
      const { top, bottom } = layer.getBoundingClientRect()
      if (box.bottom > top + 1 && box.top < bottom - 1) return `${name}: ${box.top} – ${box.bottom}`
    }
    return undefined
  })
}

for (const [zoom, width, height] of windows)
  test(`the focus is never under header or bar (${zoom})`, async ({ app }) => {
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8])
      await seed(app, 'Jonas', {
        content: `Nummer ${number}. ${'Und noch mehr. '.repeat(9).trim()}`,
      })
    const page = await app.signedIn(firstPartner, { viewport: { width, height } })
    await expect(cardOf(page, 'Nummer 8.')).toBeAttached()
    for (const key of ['Tab', 'Shift+Tab'])
      for (let stop = 0; stop < 36; stop += 1) {
        await page.keyboard.press(key)
        expect(await coveredFocus(page), `${key}, ${stop}`).toBeUndefined()
      }
  })

test('in forced colours what is chosen, done and on can be told apart', async ({ app }) => {
  await seed(app, 'Jonas', { content: 'Offen' })
  await seed(app, 'Jonas', { content: 'Fertig', completed: true })
  const page = await app.signedIn(firstPartner)
  await page.emulateMedia({ forcedColors: 'active' })
  const colour = async (locator: ReturnType<Page['locator']>) =>
    locator.evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect(cardOf(page, 'Offen')).toBeVisible()

  expect(await colour(tab(page, 'Alle'))).not.toBe(await colour(tab(page, 'Ideen')))
  const toggle = (text: string) => cardOf(page, text).getByRole('button', { name: 'Erledigt' })
  await expect(toggle('Fertig').locator('svg')).toBeVisible()
  await expect(toggle('Offen').locator('svg')).toHaveCount(0)
  await openFilters(page)
  const choice = (name: string) =>
    page.getByRole('group', { name: 'Status' }).getByRole('button', { name, exact: true })
  expect(await colour(choice('Alle'))).not.toBe(await colour(choice('Offen')))
  const form = await openForm(page)
  const label = (name: string) => form.locator('label').filter({ hasText: name })
  expect(await colour(label('Erzählen'))).not.toBe(await colour(label('Ideen')))
  const isPrivate = form.getByRole('switch')
  const before = await colour(isPrivate)
  await isPrivate.click()
  expect(await colour(isPrivate)).not.toBe(before)
})
