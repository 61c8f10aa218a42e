import type { Locator, Page } from '@playwright/test'
import {
  expect,
  firstPartner,
  phone,
  test,
  type DeviceOptions,
  type TestApp,
} from '../support/e2e.ts'
import { cardOf } from './entry-steps.ts'
import { choose, react, seed, tab } from './main-screen-steps.ts'
import { quoteBlock } from './quote-steps.ts'

const at = new Date('2026-06-12T17:30:00+02:00')
/** 120 characters. */
const ordinary =
  'Am Abend sind wir noch einmal zum Fluss gegangen, und die alte Frau vom Markt hat uns von der Brücke aus lange gewunken.'

/** Entries of an ordinary length with a row of reactions, and memories of two years. */
async function fill(app: TestApp): Promise<void> {
  for (const [time, content, category] of [
    ['2026-06-12T15:00', `15: ${ordinary}`.slice(0, 120), 'erzaehlen'],
    ['2026-06-12T14:00', `14: ${ordinary}`.slice(0, 120), 'erzaehlen'],
    ['2026-06-12T13:00', `13: ${ordinary}`.slice(0, 120), 'erzaehlen'],
    ['2026-06-11T12:00', 'Gestern im Garten', 'gedanken'],
    ['2025-06-12T18:00', `Vor einem Jahr: ${ordinary}`, 'erzaehlen'],
    ['2024-06-12T18:00', '🇩🇪 Brücke | 🇭🇷 most', 'uebersetzungen'],
  ] as const) {
    const createdAt = new Date(`${time}:00+02:00`)
    const id = await seed(app, 'Željka', { content, category, createdAt })
    if (time.startsWith('2026-06-12'))
      for (const emoji of ['❤️', '🎉'] as const) await react(app, 'Željka', id, emoji)
  }
}

/** Always a quote that is longer than three lines of a phone. */
function sameChance(): void {
  let seedOfAll = 11
  Math.random = () => {
    seedOfAll = (seedOfAll * 16_807) % 2_147_483_647
    return seedOfAll / 2_147_483_647
  }
}

async function open(app: TestApp, viewport: NonNullable<DeviceOptions['viewport']>): Promise<Page> {
  await fill(app)
  const options = { viewport, at, init: sameChance } as const
  const page = await app.signedIn(firstPartner, options)
  await expect(cardOf(page, '15: Am Abend')).toBeVisible()
  await expect(quoteBlock(page).getByRole('blockquote')).toBeVisible()
  return page
}

async function boxOf(locator: Locator) {
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

/** Opens the main screen again in a window of this size. */
async function reopen(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.goto('/')
  await expect(cardOf(page, '15: Am Abend')).toBeVisible()
  await expect(memoryOf(page)).toBeVisible()
}

test('on a phone quote, controls, memory and first card have their places above the bar', async ({
  app,
}) => {
  const page = await open(app, phone)

  await test.step('the first card is whole above the bar', async () => {
    await expect(memoryOf(page)).toBeVisible()
    expect(await bottomOf(cardOf(page, '15: Am Abend'))).toBeLessThan(await barTop(page))
  })

  await test.step('each day has a heading, and author and category are written on the card', async () => {
    const headings = page.getByRole('list', { name: 'Einträge' }).getByRole('heading', { level: 2 })
    await expect(headings.first()).toHaveText('Heute')
    await expect(cardOf(page, '15: Am Abend')).toContainText(
      /Željka.*heute, \d\d:\d\d Uhr · Erzählen/,
    )
    await tab(page, 'Übersetzen').click()
    await expect(headings).toHaveText(['Mittwoch, 12. Juni 2024'])
  })

  await hasPlaces(page, 390)
  await opensQuote(page)
  await hasPlaces(page, 320)

  await test.step('on the smallest phone the first card begins above the bar', async () => {
    await reopen(page, 320, 568)
    const author = cardOf(page, '15: Am Abend').getByText('Željka').first()
    expect(await bottomOf(author)).toBeLessThan(await barTop(page))
  })
})

test('on the desktop quote and memory stand beside the list from 1100 px on', async ({ app }) => {
  const page = await open(app, { width: 1440, height: 900 })

  await test.step('two whole cards are on the screen, beside quote and memory', async () => {
    expect(await bottomOf(cardOf(page, '14: Am Abend'))).toBeLessThan(900)
    for (const block of [quoteBlock(page), memoryOf(page)]) {
      const { x, width } = await boxOf(block)
      expect(x + width).toBeLessThan((await boxOf(cardOf(page, '15: Am Abend'))).x)
    }
  })

  for (const width of [768, 1100]) await hasPlaces(page, width)

  await test.step('they stay beside the list that one scrolls', async () => {
    await reopen(page, 1100, 640)
    await page.mouse.move(800, 400)
    await page.mouse.wheel(0, 400)
    await expect.poll(async () => page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await expect(quoteBlock(page)).toBeInViewport({ ratio: 1 })
  })
})

/** Looks at the main screen, a tab, a filter and a search in a window of this width. */
async function hasPlaces(page: Page, width: number): Promise<void> {
  await reopen(page, width, 844)
  const hasColumns = width >= 1100
  const quote = quoteBlock(page)

  await test.step(`the quote has three lines, beside the list six, and author and buttons one row (${width} px)`, async () => {
    const text = quote.getByRole('blockquote')
    expect((await boxOf(text)).height).toBeLessThanOrEqual((hasColumns ? 6 : 3) * 24 + 1)
    const { height } = await boxOf(quote)
    const refresh = quote.getByRole('button', { name: 'Anderes Zitat' })
    const row = [
      refresh,
      quote.getByRole('button', { name: 'Gefällt mir' }),
      quote.getByText(/^– /),
    ]
    expect(await spreadOf(row)).toBeLessThan(22)
    for (let turn = 0; turn < 4; turn += 1) {
      const shown = await text.innerText()
      await refresh.click()
      await expect(text).not.toHaveText(shown)
      expect((await boxOf(quote)).height).toBe(height)
    }
  })

  await test.step(`the memory stands on the whole list alone, one line until it is opened (${width} px)`, async () => {
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
  })

  await test.step(`in a tab, with a filter and in a search the list follows the controls (${width} px)`, async () => {
    const search = page.getByRole('button', { name: 'Suchen' })
    await tab(page, 'Gedanken').click()
    await expect(memoryOf(page)).toBeHidden()
    const first = page.getByRole('list', { name: 'Einträge' }).first()
    await expect(cardOf(page, 'Gestern im Garten')).toBeVisible()
    expect((await boxOf(first)).y - (await bottomOf(search))).toBeLessThan(24)
    await page.goBack()
    await expect(memoryOf(page)).toBeVisible()
    await choose(page, 'Von wem', 'Partner')
    await expect(memoryOf(page)).toBeHidden()
    const panel = page.getByRole('region', { name: 'Filter' })
    expect((await boxOf(first)).y - (await bottomOf(panel))).toBeLessThan(24)
    await page.goBack()
    await expect(memoryOf(page)).toBeVisible()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expect(panel).toBeHidden()
    if (width >= 768) {
      const alsoHere = hasColumns ? [] : ['Kalender öffnen']
      const controls = ['Alle', 'Übersetzungen', 'Filter', 'Suchen', ...alsoHere, 'Neuer Eintrag']
      const named = controls.map((name) => page.getByRole('button', { name, exact: true }))
      expect(await spreadOf(named), 'the controls have one row').toBeLessThan(2)
    }
    await search.click()
    await expect(memoryOf(page)).toBeVisible({ visible: hasColumns })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('search')).toHaveCount(0)
  })
}

/** How far the middles of these stand from one row. */
async function spreadOf(parts: readonly Locator[]): Promise<number> {
  const boxes = await Promise.all(parts.map(boxOf))
  const middles = boxes.map(({ y, height }) => y + height / 2)
  return Math.max(...middles) - Math.min(...middles)
}

async function opensQuote(page: Page): Promise<void> {
  await reopen(page, phone.width, phone.height)
  const quote = quoteBlock(page)
  const { height } = await boxOf(quote)
  const more = quote.getByRole('button', { name: 'mehr' })

  await test.step('a long quote opens with a press on it and closes again', async () => {
    await refreshUntil(page, more)
    await more.click({ position: { x: 20, y: 20 } })
    expect((await boxOf(quote)).height).toBeGreaterThan(height + 20)
    await quote.getByRole('button', { name: 'weniger' }).click()
    expect((await boxOf(quote)).height).toBe(height)
  })

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
}

/** Takes other quotes until one has this control. */
async function refreshUntil(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    if (!(await control.isVisible()))
      await quoteBlock(page).getByRole('button', { name: 'Anderes Zitat' }).click()
    await expect(control).toBeVisible({ timeout: 200 })
  }).toPass()
}

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
