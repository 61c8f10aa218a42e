import type { Browser, Page } from '@playwright/test'
import { common } from '../../playwright.config.ts'
import { desktop, expect, firstPartner, newDevice, openSignedIn, test } from '../support/e2e.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { heapOf, mainThreadTimeUntilQuiet, settled } from './cpu.ts'
import { median, milliseconds, ratio, report } from './figures.ts'
import { fillCopy } from './fill-copy.ts'
import { cards, cost, pressOn, rounds } from './journal-page.ts'
import { seedJournal } from './seed.ts'

// The browser of the tests, not the whole one: docs/performance.md "The measuring browser".
test.use({ launchOptions: common.use?.launchOptions ?? {} })

const sizes = [100, 10_000, 100_000]

test('a large journal opens and answers as a small one', async ({ browser }) => {
  test.setTimeout(900_000)
  const journals: Opened[] = []
  try {
    for (const entries of sizes) journals.push(await openJournal(browser, entries))
    const pages = journals.map(({ page }) => page)
    const rows = [
      { name: 'opening with a copy', times: await inTurns(pages, opening) },
      { name: 'own toggle', times: await inTurns(pages, toggle) },
    ]
    const figures = rows.flatMap(({ name, times: [base = Number.NaN, ...others] }) =>
      others.map((value, index) => {
        const size = sizes[index + 1]?.toLocaleString('en')
        const row = { name: `${name}, ${size} entries : 100, CPU`, value, base }
        return ratio({ ...row, show: milliseconds }, 1.2)
      }),
    )
    expect(report('sizes', figures)).toEqual([])
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

/** Until the page is quiet: the cards and what follows them. */
async function opening(page: Page): Promise<number> {
  await settled(page)
  // What the page before left behind would be collected meanwhile.
  await heapOf(page)
  return mainThreadTimeUntilQuiet(page, async () => {
    await page.reload()
    await cards(page).first().waitFor()
  })
}

async function toggle(page: Page): Promise<number> {
  return cost(page, await pressOn(cards(page).nth(1).getByRole('button', { name: 'Erledigt' })))
}
