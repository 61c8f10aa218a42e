import type { Page } from '@playwright/test'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { textField } from './entry-steps.ts'

/** Turns the wheel and waits until the page has drawn what came of it. */
async function scrollBy(page: Page, pixels: number): Promise<number> {
  await page.mouse.wheel(0, pixels)
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let frames = 0
        const look = () => {
          frames += 1
          if (frames > 20) resolve(scrollY)
          else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

/** Turns the wheel where the page follows it. */
async function scrollTo(page: Page, wanted: number): Promise<void> {
  await page.mouse.wheel(0, wanted - (await page.evaluate(() => scrollY)))
  await expect.poll(async () => page.evaluate(() => scrollY)).toBe(wanted)
}

test('a window holds the page behind it still, and a press beside it closes it', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  await page.evaluate(() => {
    document.body.style.minHeight = '4000px'
  })
  await page.mouse.move(5, 300)
  await scrollTo(page, 500)

  await page.keyboard.press('n')
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await expect(textField(form)).toBeFocused()
  expect(await scrollBy(page, 500)).toBe(500)
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  expect(await scrollBy(page, -100)).toBe(500)

  await test.step('only as the pointer goes up: nothing below is pressed', async () => {
    await page.mouse.down()
    await expect(form).toBeVisible()
    await page.mouse.up()
    await expect(form).toHaveCount(0)
    await scrollTo(page, 800)
  })

  await test.step('not where the press began in it, as when text is marked', async () => {
    await page.keyboard.press('n')
    await textField(form).fill('Bis an den Rand')
    await textField(form).hover()
    await page.mouse.down()
    await page.mouse.move(5, 300)
    await page.mouse.up()
    await expect(form).toBeVisible()
    expect(await scrollBy(page, 300)).toBe(800)
  })

  await test.step('the focus stays in it', async () => {
    const isInside = async () => form.evaluate((window) => window.contains(document.activeElement))
    for (let presses = 0; presses < 15; presses += 1) {
      await page.keyboard.press('Tab')
      await expect.poll(isInside).toBe(true)
    }
  })
})
