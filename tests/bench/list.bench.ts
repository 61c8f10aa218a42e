import type { Page } from '@playwright/test'
import { expect, phone, secondPartner, test } from '../support/e2e.ts'
import type { TestApp } from '../support/e2e.ts'
import { choose } from '../e2e/main-screen-steps.ts'
import { percentile } from '../abuse/support/reader.ts'
import { atMost, megabytes, milliseconds, ratio, report, since, type Figure } from './figures.ts'
import { cards, cost, middle, open } from './journal-page.ts'
import { framesWhileScrolling, scrollPast, tabMemory } from './page-figures.ts'
import { seedJournal, untilStreamed } from './seed.ts'

test('the list costs the same however long it is', async ({ app }) => {
  const figures: Figure[] = []
  const add = (figure: Figure) => {
    figures.push(figure)
    process.stdout.write(`${figure.name}: ${figure.measured} ${figure.relation}\n`)
  }
  await seedJournal(app.server, { entries: 10_000, unseen: 3_000 })
  const page = await open(app)
  for (const figure of await arrivals(app, page)) add(figure)
  // What a tab holds is read of the largest one.
  await page.context().close()
  for (const figure of await farDown(app)) add(figure)
  for (const figure of await rareFilters(app)) add(figure)
  expect(report('list', figures)).toEqual([])
})

async function arrivals(app: TestApp, page: Page): Promise<Figure[]> {
  const { rest, id } = await app.server.client(secondPartner.name)
  const measured: number[] = []
  let serial = 0
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

async function farDown(app: TestApp): Promise<Figure[]> {
  const page = await open(app, phone)
  const frames = await framesWhileScrolling(page, 600)
  await scrollPast(page, 5_000)
  const mounted = await cards(page).count()
  const memory = await tabMemory(page)
  await page.context().close()
  return [
    since('all', atMost('cards mounted after 5,000', mounted, 60)),
    since('174 MB at 1,020', atMost('tab after 5,000 cards', memory, 120 * 1024 * 1024, megabytes)),
    atMost('frames while scrolling, p95', percentile(frames, 95), 20, milliseconds),
  ]
}

async function rareFilters(app: TestApp): Promise<Figure[]> {
  await app.server.emptyJournal()
  await seedJournal(app.server, { entries: 100_000, completedEvery: 5_000 })
  await app.server.sql().begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      update entries set user_id = profiles.id from profiles
      where (name = 'Željka') = (entries.id in (select id from entries order by created_at limit 10))`
  })
  await untilStreamed(app.server)
  const page = await open(app)
  await page.getByRole('button', { name: /^Filter/ }).click()
  const completed = await cost(page, async () => {
    await choose(page, 'Status', 'Erledigt')
    await expect(page.locator('[data-entry] button[aria-pressed="false"]')).toHaveCount(0)
  })
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).first().click()
  await page.locator('[data-entry] button[aria-pressed="false"]').first().waitFor()
  const partners = await cost(page, async () => {
    await choose(page, 'Von wem', 'Partner')
    await expect(cards(page)).toHaveCount(10)
  })
  return [
    since('2,600 ms', atMost('filter: 20 of 100,000 completed, CPU', completed, 100, milliseconds)),
    since(
      '2,600 ms',
      atMost('filter: 10 of 100,000 the partner’s, CPU', partners, 100, milliseconds),
    ),
  ]
}
