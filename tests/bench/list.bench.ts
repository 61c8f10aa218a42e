import type { Page } from '@playwright/test'
import { desktop, expect, phone, test } from '../support/e2e.ts'
import type { DeviceOptions, TestApp } from '../support/e2e.ts'
import { percentile } from '../access/attacks/support/reader.ts'
import { atMost, megabytes, milliseconds, ratio, report, since, type Figure } from './figures.ts'
import { arrival, cards, open } from './journal-page.ts'
import { framesWhileScrolling, scrollPast, tabMemory, whileDrawing } from './page-figures.ts'
import { seedJournal } from './seed.ts'

test('the list costs the same however long it is', async ({ app }) => {
  await seedJournal(app.server, { entries: 10_000, unseen: 3_000 })
  const arriving = await onPage(app, desktop, async (page) => arrivals(app, page))
  const figures = [...arriving, ...(await onPage(app, phone, farDown))]
  expect(report('list', figures)).toEqual([])
})

/** Measures on a page of its own, and again where the browser stops drawing. */
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

async function arrivals(app: TestApp, page: Page): Promise<Figure[]> {
  const measured: number[] = []
  for (const count of [30, 210, 1_020]) {
    await page.evaluate(() => window.scrollTo(0, 0))
    await scrollPast(page, count)
    await page.evaluate(() => window.scrollTo(0, 0))
    await cards(page).first().waitFor()
    measured.push(await arrival(app.server, page))
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
