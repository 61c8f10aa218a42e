import { builtInQuotes } from '../../src/content/quote-list.ts'
import { inQuotationMarks, linesBelow, withPoemLines } from '../../src/domain/quote-display.ts'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { seed } from './main-screen-steps.ts'
import { quoteBlock } from './quote-steps.ts'
import { seedReplies } from './reply-steps.ts'

test('below each quote the calendar is whole at 1440 × 900, author and source are whole, and no line of the list is too long', async ({
  app,
}) => {
  const text =
    'Am Abend sind wir noch einmal zum Fluss gegangen, und die alte Frau hat lange gewunken. '
      .repeat(3)
      .trim()
  const id = await seed(app, 'Jonas', { content: text })
  await seedReplies(app, id, [{ by: 'Željka', content: text }])
  const page = await app.signedIn(firstPartner, { viewport: { width: 1440, height: 900 } })
  const calendar = page.getByRole('region', { name: 'Kalender' })
  await expect(calendar.getByRole('grid')).toBeVisible()
  const source = quoteBlock(page).locator('cite')
  await expect(async () => {
    if (!(await source.isVisible()))
      await quoteBlock(page).getByRole('button', { name: 'Anderes Zitat' }).click()
    await expect(source).toBeVisible({ timeout: 200 })
  }).toPass()
  const quotes = builtInQuotes.map(({ text, ...below }) => ({
    ...linesBelow(below),
    text: inQuotationMarks(withPoemLines(text)),
  }))
  const measured = await quoteBlock(page).evaluate((block, all) => {
    const [text, by] = block.querySelectorAll<HTMLElement>('[data-cut]')
    const cite = block.querySelector('cite')
    const below = document.querySelector('[aria-label="Kalender"]')
    if (!text || !by || !cite || !below) throw new Error('a part is missing')
    return all.map((quote) => {
      text.textContent = quote.text
      by.textContent = `– ${quote.by}`
      cite.textContent = quote.source ?? ''
      const isCut = [by, cite].some((part) => part.scrollWidth > part.clientWidth + 1)
      const { bottom } = below.getBoundingClientRect()
      return { isCut, bottom, lines: text.getBoundingClientRect().height / 24 }
    })
  }, quotes)
  expect(measured.filter(({ isCut }) => isCut)).toEqual([])
  expect(Math.max(...measured.map(({ lines }) => lines))).toBeLessThanOrEqual(6)
  expect(Math.max(...measured.map(({ bottom }) => bottom))).toBeLessThan(900)

  await test.step('a line of a card and of its reply has about seventy letters at most', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    const parts = page.getByText(text, { exact: true })
    await expect(parts).toHaveCount(2)
    for (const part of await parts.all()) {
      const longest = await part.evaluate(longestLine)
      expect(longest).toBeGreaterThan(60)
      expect(longest).toBeLessThan(80)
    }
  })
})

/** Runs in the page: the letters of the longest line of an element that holds one text. */
function longestLine(element: Element): number {
  const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
  if (node === null) return 0
  const range = document.createRange()
  const lines = new Map<number, number>()
  for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const { top } = range.getBoundingClientRect()
    lines.set(top, (lines.get(top) ?? 0) + 1)
  }
  return Math.max(...lines.values())
}
