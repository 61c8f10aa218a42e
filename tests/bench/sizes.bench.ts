import type { Page } from '@playwright/test'
import { test } from '../support/e2e.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { heapOf, settled } from './cpu.ts'
import { atMost, median, milliseconds, ratio, report } from './figures.ts'
import { browserOfTests, cards, cost, filled, openAt, pressOn } from './journal-page.ts'
import { rounds, untilCards } from './journal-page.ts'
import { seedJournal } from './seed.ts'

test.use(browserOfTests)

const sizes = [100, 10_000, 100_000]
/** For all but the smallest, in milliseconds. */
const readAims = [400, 3_000]

test('a large journal opens and answers as a small one', async ({ browser }) => {
  test.setTimeout(900_000)
  const servers: TestServer[] = []
  try {
    const pages: Page[] = []
    for (const entries of sizes) {
      const server = await startTestServer()
      servers.push(server)
      await seedJournal(server, { entries })
      pages.push(await filled(await openAt(server, browser), server))
    }
    const openings = await inTurns(pages, openingOf)
    const toggles = await inTurns(pages, async (page) => [await toggle(page)])
    const figures = sizes.slice(1).flatMap((size, index) => {
      const named = `${size.toLocaleString('en')} entries : 100`
      const compared = (name: string, times: readonly number[][]) =>
        ratio(
          {
            name: `${name}, ${named}`,
            value: times[index + 1]?.[0] ?? Number.NaN,
            base: times[0]?.[0] ?? Number.NaN,
          },
          1.2,
        )
      const whole = openings[index + 1]?.[1] ?? Number.NaN
      const reading = `all in memory after the first card, ${size.toLocaleString('en')}`
      return [
        compared('first card with a copy', openings),
        compared('own toggle, CPU', toggles),
        atMost(reading, whole, readAims[index] ?? Number.NaN, milliseconds),
      ]
    })
    report('sizes', figures)
  } finally {
    for (const server of servers) await server.stop()
  }
})

/** The middles of each page's times in milliseconds; the pages take turns. */
async function inTurns(
  pages: readonly Page[],
  measure: (page: Page) => Promise<readonly number[]>,
): Promise<number[][]> {
  const times = pages.map((): (readonly number[])[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [index, page] of pages.entries()) times[index]?.push(await measure(page))
  return times.map((of) =>
    (of[0] ?? []).map((_, kind) => median(of.map((one) => one[kind] ?? Number.NaN))),
  )
}

/** Milliseconds from a reload to the first card, and from there until every row is in memory. */
async function openingOf(page: Page) {
  await settled(page)
  // Objects that the page before left behind would be collected meanwhile.
  await heapOf(page)
  const began = performance.now()
  await page.reload()
  await untilCards(page)
  const drawn = performance.now()
  // The number of all cards is unknown until then.
  await page.locator('[aria-setsize="-1"]').first().waitFor({ state: 'detached', timeout: 60_000 })
  return [drawn - began, performance.now() - drawn]
}

async function toggle(page: Page): Promise<number> {
  return cost(page, await pressOn(cards(page).nth(1).getByRole('button', { name: 'Erledigt' })))
}
