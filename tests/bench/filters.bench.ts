import type { Page } from '@playwright/test'
import { openFilters } from '../e2e/main-screen-steps.ts'
import { expect, test } from '../support/e2e.ts'
import { atMost, milliseconds, report } from './figures.ts'
import { heapOf } from './cpu.ts'
import { browserOfTests, cards, cost, open, pressOn } from './journal-page.ts'
import { seedJournal, untilStreamed } from './seed.ts'

test.use(browserOfTests)

test('a filter that matches little costs little in a journal of 100,000 entries', async ({
  app,
}) => {
  await seedJournal(app.server, { entries: 100_000, completedEvery: 5_000 })
  await app.server.sql().transaction(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      update entries set user_id = profiles.id from profiles
      where (name = 'Željka') = (entries.id in (select id from entries order by created_at limit 10))`
  })
  await untilStreamed(app.server)
  const page = await open(app)
  // Objects that filling the copy left behind would be collected while a filter is measured.
  await heapOf(page)
  // The list's alone: the filters leave what one is reminded of today, which depends on the date.
  const listed = cards(page)
  const unfinished = listed.locator('button[aria-pressed="false"]')
  await page.getByRole('button', { name: /^Filter/ }).click()
  await moveOn(page)
  const completed = await costOf(page, 'Status', 'Erledigt')
  await expect(unfinished).toHaveCount(0)
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).first().click()
  await moveOn(page)
  await unfinished.first().waitFor()
  const partners = await costOf(page, 'Von wem', 'Partner')
  await expect(listed).toHaveCount(10)
  report('filters', [
    atMost('filter: 20 of 100,000 completed, CPU', completed, 100, milliseconds),
    atMost('filter: 10 of 100,000 the partner’s, CPU', partners, 100, milliseconds),
  ])
})

/** The cost of a press on the option, with the list that follows. */
async function costOf(page: Page, group: string, option: string): Promise<number> {
  await openFilters(page)
  const row = page.getByRole('group', { name: group })
  const press = await pressOn(row.getByRole('button', { name: option, exact: true }))
  return cost(page, async () => {
    await press()
    await moveOn(page)
  })
}

/**
 * Takes the pointer off what was pressed. Where a press moves the list under a pointer that then rests, the measuring
 * browser tells no more that it is idle (docs/performance.md "The measuring browser").
 */
async function moveOn(page: Page): Promise<void> {
  await page.mouse.move(2, 2)
}
