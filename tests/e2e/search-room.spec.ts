import { desktop, expect, firstPartner, phone, test } from '../support/e2e.ts'
import { cardOf } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'
import { quoteBlock } from './quote-steps.ts'

const at = new Date('2026-06-12T17:30:00+02:00')
const ordinary =
  'Am Abend sind wir noch einmal zum Fluss gegangen, und die alte Frau vom Markt hat uns von der Brücke aus lange gewunken.'

test('a search has the room that its first hit needs, in one column and beside a second', async ({
  app,
}) => {
  const createdAt = new Date('2026-06-12T15:00:00+02:00')
  await seed(app, 'Željka', { content: ordinary, category: 'erzaehlen', createdAt })
  for (const year of [2024, 2025])
    await seed(app, 'Jonas', {
      content: `${year}: ${ordinary.slice(20)}`,
      createdAt: new Date(`${year}-06-12T18:00:00+02:00`),
    })
  const page = await app.signedIn(firstPartner, { viewport: phone, hasTouch: false, at })
  const memory = page.getByRole('region', { name: /^Heute vor/ })
  const both = [quoteBlock(page), memory]
  for (const block of both) await expect(block).toBeVisible()
  const shown = await quoteBlock(page).getByRole('blockquote').textContent()
  const searchIn = async (viewport: { readonly width: number; readonly height: number }) => {
    await page.setViewportSize(viewport)
    for (const block of both) await expect(block).toBeVisible()
    await page.getByRole('button', { name: 'Suchen' }).click()
    await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).fill('Abend')
    const hit = cardOf(page, 'Am Abend').locator('visible=true')
    await expect(hit.locator('mark')).toHaveText('Abend')
    for (const block of both) await expect(block).toBeVisible({ visible: viewport === desktop })
    const bar = page.getByRole('navigation', { name: 'Bereiche' })
    const end = viewport === phone ? ((await bar.boundingBox())?.y ?? 0) : viewport.height
    const { y = 0, height = 0 } = (await hit.boundingBox()) ?? {}
    expect(y + height).toBeLessThan(end)
  }
  const isAsBefore = async () => {
    for (const block of both) await expect(block).toBeVisible()
    await expect(quoteBlock(page).getByRole('blockquote')).toHaveText(shown ?? '')
  }
  for (const viewport of [phone, { width: 1024, height: 768 }])
    await test.step(`one column, ${viewport.width} px wide`, async () => {
      await searchIn(viewport)
      await page.keyboard.press('Escape')
      await isAsBefore()
    })
  await test.step('two: a memory beside it leads to its place, and ends the search', async () => {
    await searchIn(desktop)
    await memory.getByRole('button', { name: 'Mit dieser Erinnerung' }).click()
    await page.getByRole('button', { name: 'In der Liste zeigen' }).click()
    await expect(page.getByRole('search')).toHaveCount(0)
    await expect(cardOf(page, '2025:')).toBeFocused()
    await isAsBefore()
  })
})
