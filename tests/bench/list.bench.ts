import type { Page } from '@playwright/test'
import { desktop, expect, phone, secondPartner, test } from '../support/e2e.ts'
import type { DeviceOptions, TestApp } from '../support/e2e.ts'
import { choose } from '../e2e/main-screen-steps.ts'
import { percentile } from '../abuse/support/reader.ts'
import { atMost, megabytes, milliseconds, ratio, report, since, type Figure } from './figures.ts'
import { cards, cost, middle, open } from './journal-page.ts'
import { framesWhileScrolling, scrollPast, tabMemory, whileDrawing } from './page-figures.ts'
import { seedJournal, untilStreamed } from './seed.ts'

test('the list costs the same however long it is', async ({ app }) => {
  await seedJournal(app.server, { entries: 10_000, unseen: 3_000 })
  const arriving = await onPage(app, desktop, async (page) => arrivals(app, page))
  const figures = [...arriving, ...(await onPage(app, phone, farDown))]
  expect(report('list', figures)).toEqual([])
})

test('a filter that matches little costs little in a journal of 100,000 entries', async ({
  app,
}) => {
  expect(report('filters', await rareFilters(app))).toEqual([])
})

/** Measures on a page of its own, and anew where the browser stops drawing. */
async function onPage(
  app: TestApp,
  viewport: DeviceOptions['viewport'],
  measure: (page: Page) => Promise<Figure[]>,
): Promise<Figure[]> {
  return whileDrawing(async () => {
    const page = await open(app, viewport)
    try {
      return await measure(page)
    } finally {
      await page.context().close()
    }
  })
}

/** Numbers the entries that arrive: those of an attempt that ended early are there already. */
let serial = 0

async function arrivals(app: TestApp, page: Page): Promise<Figure[]> {
  const { rest, id } = await app.server.client(secondPartner.name)
  const measured: number[] = []
  for (const count of [30, 210, 1_020]) {
    await page.evaluate(() => window.scrollTo(0, 0))
    await scrollPast(page, count)
    await page.evaluate(() => window.scrollTo(0, 0))
    await cards(page).first().waitFor()
    const time = await middle(page, async () => {
      serial += 1
      const content = `Gerade gekommen ${serial}.`
      const { error } = await rest
        .from('entries')
        .insert({ user_id: id, category: 'gedanken', content })
      expect(error).toBeNull()
      await page.locator(`text="${content}"`).waitFor({ state: 'attached' })
    })
    measured.push(time)
  }
  const [few = Number.NaN, some = Number.NaN, many = Number.NaN] = measured
  return [
    since('133 ms', atMost('entry arrives, 30 cards, CPU', few, 60, milliseconds)),
    since(
      '1,326 ms',
      ratio(
        { name: 'entry arrives, 210 cards, CPU', value: some, base: few, show: milliseconds },
        1.2,
      ),
    ),
    since(
      'not shown in 45 s',
      ratio(
        { name: 'entry arrives, 1,020 cards, CPU', value: many, base: few, show: milliseconds },
        1.2,
      ),
    ),
  ]
}

async function farDown(page: Page): Promise<Figure[]> {
  const frames = await framesWhileScrolling(page, 600)
  await scrollPast(page, 5_000)
  const mounted = await cards(page).count()
  const memory = await tabMemory(page)
  return [
    since('all', atMost('cards mounted after 5,000', mounted, 60)),
    since('174 MB at 1,020', atMost('tab after 5,000 cards', memory, 120 * 1024 * 1024, megabytes)),
    atMost('frames while scrolling, p95', percentile(frames, 95), 20, milliseconds),
  ]
}

async function rareFilters(app: TestApp): Promise<Figure[]> {
  await seedJournal(app.server, { entries: 100_000, completedEvery: 5_000 })
  await app.server.sql().begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      update entries set user_id = profiles.id from profiles
      where (name = 'Željka') = (entries.id in (select id from entries order by created_at limit 10))`
  })
  await untilStreamed(app.server)
  const page = await open(app)
  // The list's alone: the filters leave what one is reminded of today, which depends on the date.
  const listed = page.getByRole('list', { name: 'Einträge' }).locator('[data-entry]')
  const unfinished = listed.locator('button[aria-pressed="false"]')
  await page.getByRole('button', { name: /^Filter/ }).click()
  await moveOn(page)
  const completed = await cost(page, async () => {
    await choose(page, 'Status', 'Erledigt')
    await moveOn(page)
    await expect(unfinished).toHaveCount(0)
  })
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).first().click()
  await moveOn(page)
  await unfinished.first().waitFor()
  const partners = await cost(page, async () => {
    await choose(page, 'Von wem', 'Partner')
    await moveOn(page)
    await expect(listed).toHaveCount(10)
  })
  return [
    since('2,600 ms', atMost('filter: 20 of 100,000 completed, CPU', completed, 100, milliseconds)),
    since(
      '2,600 ms',
      atMost('filter: 10 of 100,000 the partner’s, CPU', partners, 100, milliseconds),
    ),
  ]
}

/**
 * Takes the pointer off what was pressed. Where a press moves the list under a pointer that then rests, the measuring
 * browser tells no more that it is idle (docs/performance.md "The measuring browser").
 */
async function moveOn(page: Page): Promise<void> {
  await page.mouse.move(2, 2)
}
