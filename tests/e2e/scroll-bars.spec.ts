import type { Page } from '@playwright/test'
import { desktop, expect, firstPartner, phone, test } from '../support/e2e.ts'
import { layoutFaults } from './layout-faults.ts'

for (const theme of ['light', 'dark'] as const)
  test(`a window dims the place of the scroll bar like the page beside it (${theme})`, async ({
    app,
  }) => {
    const page = await app.signedIn(firstPartner, { viewport: desktop, colorScheme: theme })
    await expect(page.getByRole('button', { name: 'Neuer Eintrag' }).first()).toBeVisible()
    await page.getByRole('main').evaluate((main) => (main.style.minHeight = '3000px'))
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog', { name: 'Neuer Eintrag' })).toBeVisible()
    const { width } = desktop
    await expect.poll(async () => differences(page, width - 100, width - 5)).toBeLessThan(4)
  })

test('the bell’s list ends beside the scroll bar of a narrow window', async ({ app }) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  await page.getByRole('main').evaluate((main) => (main.style.minHeight = '3000px'))
  const bar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth)
  expect(bar).toBeGreaterThan(0)
  await page.getByRole('button', { name: /^Neu für dich/ }).click()
  await expect(page.getByRole('dialog', { name: 'Neu für dich' })).toBeVisible()
  expect(await layoutFaults(page)).toEqual([])
})

/** How much the colours of two places differ, half way down the screen. */
async function differences(page: Page, one: number, other: number): Promise<number> {
  const picture = await page.screenshot()
  return page.evaluate(
    async ({ bytes, places }) => {
      const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
      canvas?.drawImage(image, 0, 0)
      const [left, right] = places.map((x) => [
        ...(canvas?.getImageData(x, image.height / 2, 1, 1).data ?? []),
      ])
      return (left ?? []).reduce(
        (sum, part, index) => sum + Math.abs(part - (right?.[index] ?? 0)),
        0,
      )
    },
    { bytes: [...picture], places: [one, other] },
  )
}
