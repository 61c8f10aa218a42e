import type { Page } from '@playwright/test'
import { desktop, expect, firstPartner, phone, test } from '../support/e2e.ts'
import { layoutFaults } from './layout-faults.ts'

test('a window dims the place of the scroll bar like the page beside it, and the bell’s list ends beside it', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: desktop })
  await expect(page.getByRole('button', { name: 'Neuer Eintrag' }).first()).toBeVisible()
  await page.getByRole('main').evaluate((main) => (main.style.minHeight = '3000px'))
  for (const theme of ['light', 'dark'])
    await test.step(`a window, ${theme}`, async () => {
      if (theme === 'dark')
        await page.getByRole('button', { name: 'Dunkles Design einschalten' }).click()
      await page.keyboard.press('n')
      const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
      await expect(form).toBeVisible()
      const { width } = desktop
      await expect.poll(async () => differences(page, width - 100, width - 5)).toBeLessThan(4)
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
    })

  await test.step('the bell’s list in a narrow window', async () => {
    await page.setViewportSize(phone)
    await page.getByRole('main').evaluate((main) => (main.style.minHeight = '3000px'))
    const bar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth)
    expect(bar).toBeGreaterThan(0)
    await page.getByRole('button', { name: /^Neu für dich/ }).click()
    await expect(page.getByRole('dialog', { name: 'Neu für dich' })).toBeVisible()
    expect(await layoutFaults(page)).toEqual([])
  })
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
