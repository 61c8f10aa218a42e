import type { Locator, Page } from '@playwright/test'
import { expect, firstPartner, phone, test, type TestApp } from '../support/e2e.ts'
import { cardOf } from './entry-steps.ts'
import { react, seed, tab } from './main-screen-steps.ts'
import { quoteBlock } from './quote-steps.ts'

const at = new Date('2026-06-12T17:30:00+02:00')
/** 120 characters. */
const ordinary =
  'Am Abend sind wir noch einmal zum Fluss gegangen, und die alte Frau vom Markt hat uns von der Brücke aus lange gewunken.'
/** Two entries of an ordinary length with a row of reactions, and memories of two years. */
async function fill(app: TestApp): Promise<void> {
  for (const hour of [15, 14, 13]) {
    const content = `${hour}: ${ordinary}`.slice(0, 120)
    const createdAt = new Date(`2026-06-12T${hour}:00:00+02:00`)
    const id = await seed(app, 'Željka', { content, category: 'erzaehlen', createdAt })
    for (const emoji of ['❤️', '🎉'] as const) await react(app, 'Željka', id, emoji)
  }
  await seed(app, 'Željka', {
    content: 'Gestern im Garten',
    category: 'gedanken',
    createdAt: new Date('2026-06-11T12:00:00+02:00'),
  })
  await seed(app, 'Željka', {
    category: 'erzaehlen',
    content: `Vor einem Jahr: ${ordinary}`,
    createdAt: new Date('2025-06-12T18:00:00+02:00'),
  })
  await seed(app, 'Željka', {
    content: '🇩🇪 Brücke | 🇭🇷 most',
    category: 'uebersetzungen',
    createdAt: new Date('2024-06-12T18:00:00+02:00'),
  })
}

/** Always a quote that is longer than three lines of a phone. */
function sameChance(): void {
  let seedOfAll = 11
  Math.random = () => {
    seedOfAll = (seedOfAll * 16_807) % 2_147_483_647
    return seedOfAll / 2_147_483_647
  }
}

async function open(app: TestApp, viewport: Size): Promise<Page> {
  await fill(app)
  const page = await app.signedIn(firstPartner, {
    viewport,
    at,
    init: sameChance,
    reducedMotion: 'reduce',
  })
  await expect(cardOf(page, '15: Am Abend')).toBeVisible()
  await expect(quoteBlock(page).getByRole('blockquote')).toBeVisible()
  return page
}

interface Size {
  readonly width: number
  readonly height: number
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('it is not drawn')
  return box
}

const bottomOf = async (locator: Locator) => {
  const { y, height } = await boxOf(locator)
  return y + height
}
const memoryOf = (page: Page) => page.getByRole('region', { name: /^Heute vor/ })
const lineOf = (page: Page) => memoryOf(page).getByRole('heading').getByRole('button')
const barTop = async (page: Page) =>
  (await boxOf(page.getByRole('navigation', { name: 'Bereiche' }))).y

/** The sum of the shifts that no press has caused. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    async () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & {
            readonly value: number
            readonly hadRecentInput: boolean
          })[]
          resolve(shifts.reduce((sum, one) => sum + (one.hadRecentInput ? 0 : one.value), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )
}

test('on a phone the first card is whole above the bar, below quote, controls and memory', async ({
  app,
}) => {
  const page = await open(app, phone)
  await expect(memoryOf(page)).toBeVisible()
  expect(await bottomOf(cardOf(page, '15: Am Abend'))).toBeLessThan(await barTop(page))
})

test('on the smallest phone the first card begins above the bar', async ({ app }) => {
  const page = await open(app, { width: 320, height: 568 })
  await expect(memoryOf(page)).toBeVisible()
  const card = cardOf(page, '15: Am Abend')
  const author = card.getByText('Željka').first()
  expect(await bottomOf(author)).toBeLessThan(await barTop(page))
})

test('at 1440 × 900 two whole cards are on the screen, beside quote and memory', async ({
  app,
}) => {
  const page = await open(app, { width: 1440, height: 900 })
  expect(await bottomOf(cardOf(page, '14: Am Abend'))).toBeLessThan(900)
  for (const block of [quoteBlock(page), memoryOf(page)]) {
    const { x, width } = await boxOf(block)
    expect(x + width).toBeLessThan((await boxOf(cardOf(page, '15: Am Abend'))).x)
  }
})

for (const width of [320, 390, 768, 1100])
  test(`at a width of ${width} px quote, memory and controls have their places`, async ({
    app,
  }) => {
    const page = await open(app, { width, height: 844 })
    const hasColumns = width >= 1100
    const quote = quoteBlock(page)
    const text = quote.getByRole('blockquote')

    await test.step('the quote has three lines, beside the list six, and author and buttons one row', async () => {
      expect((await boxOf(text)).height).toBeLessThanOrEqual((hasColumns ? 6 : 3) * 24 + 1)
      const { height } = await boxOf(quote)
      const refresh = quote.getByRole('button', { name: 'Anderes Zitat' })
      const middles = await Promise.all(
        [refresh, quote.getByRole('button', { name: 'Gefällt mir' }), quote.getByText(/^– /)].map(
          async (part) => {
            const box = await boxOf(part)
            return box.y + box.height / 2
          },
        ),
      )
      expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(22)
      for (let turn = 0; turn < 6; turn += 1) {
        const shown = await text.innerText()
        await refresh.click()
        await expect(text).not.toHaveText(shown)
        expect((await boxOf(quote)).height).toBe(height)
      }
    })

    await test.step('the memory stands on the whole list alone, one line until it is opened', async () => {
      if (hasColumns) await lineOf(page).click()
      await expect(lineOf(page)).toHaveAttribute('aria-expanded', 'false')
      await expect(lineOf(page)).toContainText('Heute vor einem Jahr: Vor einem Jahr')
      await expect(lineOf(page)).toContainText('1 von 2')
      expect((await boxOf(memoryOf(page))).height).toBeLessThan(50)
      await lineOf(page).click()
      const { height } = await boxOf(memoryOf(page))
      await memoryOf(page).getByRole('button', { name: 'Nächste Erinnerung' }).click()
      await expect(memoryOf(page)).toContainText('most')
      // Beside the list each is as high as its text.
      if (!hasColumns) expect((await boxOf(memoryOf(page))).height).toBe(height)
      await memoryOf(page).getByRole('button', { name: 'Mit dieser Erinnerung' }).click()
      const menu = page.getByRole('dialog', { name: 'Mit dieser Erinnerung' })
      await expect(menu.getByRole('button')).toHaveText([
        'In der Liste zeigen',
        'Heute nicht mehr',
        'Diesen Eintrag nicht mehr zeigen',
      ])
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
    })

    await test.step('in a tab, with a filter and in a search the list follows the controls', async () => {
      const search = page.getByRole('button', { name: 'Suchen' })
      await tab(page, 'Gedanken').click()
      await expect(memoryOf(page)).toBeHidden()
      const first = page.getByRole('list', { name: 'Einträge' }).first()
      await expect(cardOf(page, 'Gestern im Garten')).toBeVisible()
      expect((await boxOf(first)).y - (await bottomOf(search))).toBeLessThan(24)
      await page.goBack()
      await expect(memoryOf(page)).toBeVisible()
      await page.goto('/?von=partner')
      await expect(cardOf(page, '15: Am Abend')).toBeVisible()
      await expect(memoryOf(page)).toBeHidden()
      const panel = page.getByRole('region', { name: 'Filter' })
      expect((await boxOf(first)).y - (await bottomOf(panel))).toBeLessThan(24)
      await page.goto('/')
      await expect(memoryOf(page)).toBeVisible()
      await search.click()
      await expect(memoryOf(page)).toBeVisible({ visible: hasColumns })
    })

    if (width >= 768)
      await test.step('the controls have one row', async () => {
        await page.goto('/')
        await expect(cardOf(page, '15: Am Abend')).toBeVisible()
        const controls = [
          'Alle',
          'Übersetzungen',
          'Filter',
          'Suchen',
          ...(hasColumns ? [] : ['Kalender öffnen']),
          'Neuer Eintrag',
        ]
        const tops = await Promise.all(
          controls.map(
            async (name) => (await boxOf(page.getByRole('button', { name, exact: true }))).y,
          ),
        )
        expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(2)
      })
  })

test('on the desktop quote and memory stay beside the list that one scrolls', async ({ app }) => {
  const page = await open(app, { width: 1100, height: 640 })
  await page.mouse.move(800, 400)
  await page.mouse.wheel(0, 400)
  await expect.poll(async () => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  await expect(quoteBlock(page)).toBeInViewport({ ratio: 1 })
})

test('a long quote opens with a press on it and closes again', async ({ app }) => {
  const page = await open(app, phone)
  const quote = quoteBlock(page)
  const { height } = await boxOf(quote)
  const more = quote.getByRole('button', { name: 'mehr' })
  await refreshUntil(page, more)
  await more.click({ position: { x: 20, y: 20 } })
  expect((await boxOf(quote)).height).toBeGreaterThan(height + 20)
  await quote.getByRole('button', { name: 'weniger' }).click()
  expect((await boxOf(quote)).height).toBe(height)

  await test.step('a source that is too long for its line opens with a press on it, beside a text that is whole', async () => {
    const source = quote.getByRole('button', { name: 'Quelle ganz zeigen' })
    await refreshUntil(page, source)
    await expect(more).toBeHidden()
    await source.click()
    await expect(source).toHaveAttribute('aria-expanded', 'true')
    expect((await boxOf(quote)).height).toBeGreaterThan(height)
    await source.click()
    expect((await boxOf(quote)).height).toBe(height)
  })
})

/** Takes other quotes until one has this control. */
async function refreshUntil(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    if (!(await control.isVisible()))
      await quoteBlock(page).getByRole('button', { name: 'Anderes Zitat' }).click()
    await expect(control).toBeVisible({ timeout: 200 })
  }).toPass()
}

test('each day has a heading, and author and category are written on the card', async ({ app }) => {
  const page = await open(app, phone)
  const list = page.getByRole('list', { name: 'Einträge' })
  await expect(list.getByRole('heading', { level: 2 }).first()).toHaveText('Heute')
  const first = cardOf(page, '15: Am Abend')
  await expect(first).toContainText('Željka')
  await expect(first).toContainText(/heute, \d\d:\d\d Uhr · Erzählen/)
  await tab(page, 'Gedanken').click()
  await expect(list.getByRole('heading', { level: 2 })).toHaveText(['Gestern'])
  await expect(cardOf(page, 'Gestern im Garten')).toContainText(/gestern, .* · Gedanken & Notizen/)
  await tab(page, 'Übersetzen').click()
  await expect(list.getByRole('heading', { level: 2 })).toHaveText(['Mittwoch, 12. Juni 2024'])
})

test('nothing moves as a long journal opens, on a phone and on the desktop', async ({ app }) => {
  // Its card asks for the story, below which the others stand; and far more than the first screen shows.
  const idea = 'Einmal mit dem Nachtzug ans Meer'
  const createdAt = new Date('2026-06-12T16:00:00+02:00')
  await seed(app, 'Jonas', { content: idea, category: 'ideen', completed: true, createdAt })
  await app.server.sql()`
    insert into entries (user_id, category, content, created_at)
    select id, 'gedanken', 'Nr. ' || n, timestamptz '2026-01-01' + n * interval '1 hour'
    from profiles, generate_series(1, 3000) n where name = 'Jonas'`
  const page = await open(app, phone)
  const isComplete = async () =>
    expect(page.locator('li[aria-setsize="-1"]')).toHaveCount(0, { timeout: 30_000 })
  await isComplete()
  for (const width of [390, 1440])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 844 })
      await page.reload()
      await expect(cardOf(page, '15: Am Abend')).toBeVisible()
      await expect(cardOf(page, idea)).toContainText('Wie war’s?')
      await expect(quoteBlock(page).getByRole('blockquote')).toBeVisible()
      await isComplete()
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
    })
})
