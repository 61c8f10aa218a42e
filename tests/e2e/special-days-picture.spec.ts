import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { cardOf, layouts, toasts } from './entry-steps.ts'

const days = [
  {
    day: 'anniversary',
    at: new Date('2026-08-17T10:00:00+02:00'),
    text: 'Heute vor einem Jahr',
    greeting: 'Alles Liebe zum Jahrestag, Jonas! 💕',
    toast: 'Ein Tag für euch zwei 💕',
  },
  {
    day: 'birthday',
    at: new Date('2026-08-14T10:00:00+02:00'),
    text: '🎂 Alles Gute zum 29. Geburtstag!',
    greeting: 'Heute wird gefeiert, Jonas! 🎂',
    toast: 'Zeit für Kuchen! 🎂',
  },
] as const

/** How many pixels of the screen below the header have the colour of paper, and of a figure on it. */
async function pixels(page: Page) {
  const colours = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    const rgb = (name: string) => {
      const [r, g, b] = (style.getPropertyValue(name).trim().slice(1).match(/../g) ?? []).map(
        (hex) => Number.parseInt(hex, 16),
      )
      return [r ?? 0, g ?? 0, b ?? 0]
    }
    return { paper: rgb('--color-paper'), accent: rgb('--color-accent') }
  })
  const figure = colours.paper.map(
    (value, at) => value + ((colours.accent[at] ?? 0) - value) * 0.09,
  )
  const picture = (await page.screenshot()).toString('base64')
  // The app's page may load no picture of a test.
  const viewer = await page.context().newPage()
  const counts = await viewer.evaluate(
    async ({ picture, wanted }) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes]))
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
      context?.drawImage(image, 0, 0)
      const data = context?.getImageData(0, 100, image.width, image.height - 100).data ?? []
      return wanted.map((colour) => {
        let count = 0
        for (let at = 0; at < data.length; at += 4)
          if (colour.every((value, part) => Math.abs((data[at + part] ?? 0) - value) <= 3))
            count += 1
        return count
      })
    },
    { picture, wanted: [colours.paper, figure] },
  )
  await viewer.close()
  return { paper: counts[0] ?? 0, figures: counts[1] ?? 0 }
}

for (const { day, at, text, greeting, toast } of days)
  test(`the figures of the ${day} are seen on the paper, in both themes and layouts, until the day ends`, async ({
    app,
  }) => {
    const page = await app.signedIn(firstPartner, { viewport: phone, at })
    await expect(cardOf(page, text)).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-special', day)
    await expect(page.getByRole('banner')).toContainText(greeting)
    await expect(toasts(page)).toContainText(toast)
    for (const { layout, viewport } of layouts)
      for (const theme of ['light', 'dark']) {
        await page.setViewportSize(viewport)
        await page.evaluate((name) => {
          document.documentElement.classList.toggle('dark', name === 'dark')
        }, theme)
        // A control's colours take a moment to change.
        await expect(async () => {
          const { paper, figures } = await pixels(page)
          expect(paper, theme).toBeGreaterThan(1000)
          expect(figures, theme).toBeGreaterThan(500)
        }).toPass()
        await page.screenshot({ path: test.info().outputPath(`${day}-${layout}-${theme}.png`) })
      }

    await test.step('the paper of an ordinary day is empty', async () => {
      await page.evaluate(() => document.documentElement.classList.remove('dark'))
      await page.clock.fastForward('24:00:00')
      await expect(page.getByRole('banner').getByText('Hallo Jonas!')).toBeVisible()
      await expect(async () => {
        const { paper, figures } = await pixels(page)
        expect(paper).toBeGreaterThan(1000)
        // Letters of that colour have such edges.
        expect(figures).toBeLessThan(200)
      }).toPass()
    })
  })
