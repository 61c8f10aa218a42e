import type { Browser, Page } from '@playwright/test'
import { common } from '../../playwright.config.ts'
import { desktop, expect, firstPartner, newDevice, openSignedIn, test } from '../support/e2e.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { heapOf, settled } from './cpu.ts'
import { atMost, median, milliseconds, ratio, report } from './figures.ts'
import { fillCopy } from './fill-copy.ts'
import { arrival, cards, cost, pressOn, rounds } from './journal-page.ts'
import { seedJournal } from './seed.ts'

// The browser of the tests, not the whole one: docs/performance.md "The measuring browser".
test.use({ launchOptions: common.use?.launchOptions ?? {} })

const sizes = [100, 10_000, 100_000]
/** For all but the smallest, in milliseconds. */
const readAims = [400, 3_000]
const sizeAt = (index: number) => sizes[index]?.toLocaleString('en')

test('a large journal opens and answers as a small one', async ({ browser }) => {
  test.setTimeout(900_000)
  const journals: Opened[] = []
  try {
    for (const entries of sizes) journals.push(await openJournal(browser, entries))
    const pages = journals.map(({ page }) => page)
    const wholeTimes: number[][] = pages.map(() => [])
    const opening = async (page: Page) => {
      const { firstCard, whole } = await openingOf(page)
      wholeTimes[pages.indexOf(page)]?.push(whole)
      return firstCard
    }
    const rows = [
      { name: 'first card with a copy', times: await inTurns(pages, opening) },
      { name: 'own toggle, CPU', times: await inTurns(pages, toggle) },
      { name: 'month of the calendar, CPU', times: await inTurns(pages, thisMonth) },
      {
        name: 'arrival, CPU',
        times: await inTurns(pages, async (page) => {
          const journal = journals.find((one) => one.page === page)
          return journal === undefined ? Number.NaN : arrival(journal.server, page)
        }),
      },
    ]
    const ratios = rows.flatMap(({ name, times: [base = Number.NaN, ...others] }) =>
      others.map((value, index) => {
        const row = { name: `${name}, ${sizeAt(index + 1)} entries : 100`, value, base }
        return ratio({ ...row, show: milliseconds }, 1.2)
      }),
    )
    const reading = readAims.map((aim, index) => {
      const name = `all in memory after the first card, ${sizeAt(index + 1)}`
      return atMost(name, median(wholeTimes[index + 1] ?? []), aim, milliseconds)
    })
    expect(report('sizes', [...ratios, ...reading])).toEqual([])
  } finally {
    for (const { server } of journals) await server.stop()
  }
})

interface Opened {
  readonly server: TestServer
  readonly page: Page
}

/** Jonas' page with the whole copy of a journal of its own, its motion on. */
async function openJournal(browser: Browser, entries: number): Promise<Opened> {
  const server = await startTestServer()
  await seedJournal(server, { entries })
  await planIdea(server)
  const options = { viewport: desktop, reducedMotion: 'no-preference' } as const
  const page = await openSignedIn(
    await newDevice(browser, server.url, options),
    server,
    firstPartner,
  )
  await cards(page).first().waitFor()
  await fillCopy(page, server)
  await cards(page).first().waitFor()
  return { server, page }
}

/** Where something is planned, a calendar has a next month. */
async function planIdea(server: TestServer): Promise<void> {
  await server.sql()`
    insert into entries (id, user_id, content, category, scheduled_date, created_at)
    select gen_random_uuid(), id, 'Ans Meer', 'ideen', now() + interval '40 days', now() - interval '2 hours'
    from profiles where name = 'Jonas'`
}

/** The middle of each page's main thread times in milliseconds; the pages take turns. */
async function inTurns(
  pages: readonly Page[],
  measure: (page: Page) => Promise<number>,
): Promise<number[]> {
  const times = pages.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, page] of pages.entries()) times[index]?.push(await measure(page))
  return times.map(median)
}

/** Milliseconds from a reload to the first card, and from there until every row is in memory. */
async function openingOf(page: Page): Promise<{ firstCard: number; whole: number }> {
  await settled(page)
  // Objects that the page before left behind would be collected meanwhile.
  await heapOf(page)
  const began = performance.now()
  await page.reload()
  await cards(page).first().waitFor()
  const drawn = performance.now()
  // The number of all cards is unknown until then.
  await page.locator('[aria-setsize="-1"]').first().waitFor({ state: 'detached', timeout: 60_000 })
  return { firstCard: drawn - began, whole: performance.now() - drawn }
}

/** From the next month, which is nearly empty, back to this one. */
async function thisMonth(page: Page): Promise<number> {
  const arrow = (name: string) =>
    page.getByRole('region', { name: 'Kalender' }).getByRole('button', { name })
  await arrow('Nächster Monat').click()
  return cost(page, await pressOn(arrow('Voriger Monat')))
}

async function toggle(page: Page): Promise<number> {
  return cost(page, await pressOn(cards(page).nth(1).getByRole('button', { name: 'Erledigt' })))
}
