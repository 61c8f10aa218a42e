import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import { operator } from '../process/support/journal-state.ts'
import { expect, test, type TestApp } from '../support/e2e.ts'
import { saysMemory, takenMemory } from '../support/memory.ts'
import { heapOf } from './cpu.ts'
import { atMost, megabytes, milliseconds, report } from './figures.ts'
import { open } from './journal-page.ts'
import { tabMemory } from './page-figures.ts'
import { seedJournal } from './seed.ts'

const entries = 100_000
const mostMemory = 300 * 1024 * 1024

/** "Alles mitnehmen": made by the app from its copy, opened without a network, and brought back by the operator. */
test('the book of 100,000 entries', async ({ app, browser }, info) => {
  await seedJournal(app.server, { entries })
  const page = await open(app)
  await page.getByRole('button', { name: /^Neu für dich/ }).click()
  await page.getByRole('button', { name: 'Auf diesem Gerät' }).click()
  // Filling the copy from outside leaves hundreds of megabytes that no device has.
  await heapOf(page)
  const file = info.outputPath('tagebuch.html')
  const making = await largestMemory(page, async () => make(page, file))
  await page.context().close()

  const context = await browser.newContext({ offline: true, locale: 'de-DE' })
  const book = await context.newPage()
  const start = performance.now()
  await book.goto(pathToFileURL(file).href, { waitUntil: 'commit', timeout: 60_000 })
  await book.getByRole('article').first().waitFor({ timeout: 60_000 })
  const shown = performance.now() - start
  await context.close()
  await app.server.emptyJournal()
  // As after an emptied journal was vacuumed: the planner takes its tables for empty ones.
  await app.server.sql()`
    update pg_class set reltuples = 0, relpages = 500
    where relnamespace = 'public'::regnamespace and relkind = 'r'`
  const changes = await changesOfPrivacy(app)
  const before = performance.now()
  const run = operator(app.server.dataDir, ['import', file, '--yes'], saysMemory)
  const [imported, waited] = await Promise.all([run.ended, changes.until(run.ended)])
  const importing = performance.now() - before
  expect(imported.output).toContain(`Added ${entries} entries`)
  report('book', [
    atMost('tab while it is made', making, mostMemory, megabytes),
    atMost('first month shown, from file://', shown, 3000, milliseconds),
    atMost('imported into an empty journal', importing, 120_000, milliseconds),
    atMost('longest change of privacy beside it', waited, 1000, milliseconds),
    atMost('the import’s process', takenMemory(imported.output), 2 * mostMemory, megabytes),
  ])
})

/** An own entry, hidden and shared in turn, ten times a second. */
async function changesOfPrivacy(app: TestApp) {
  const jonas = await app.server.client('Jonas')
  const id = randomUUID()
  const entry = { id, user_id: jonas.id, content: 'Nur für mich?', category: 'erzaehlen' }
  expect((await jonas.rest.from('entries').insert(entry)).error).toBeNull()
  return {
    /** Milliseconds of the slowest of them until `ended` resolves. */
    async until(ended: Promise<unknown>): Promise<number> {
      const over = new AbortController()
      void ended.finally(() => over.abort())
      let longest = 0
      for (let hidden = true; !over.signal.aborted; hidden = !hidden) {
        const start = performance.now()
        const { error } = await jonas.rest
          .from('entries')
          .update({ is_private: hidden })
          .eq('id', id)
        expect(error).toBeNull()
        longest = Math.max(longest, performance.now() - start)
        await delay(100)
      }
      return longest
    },
  }
}

async function make(page: Page, file: string): Promise<void> {
  const download = page.waitForEvent('download', { timeout: 300_000 })
  await page.getByRole('button', { name: 'Alles mitnehmen' }).click({ timeout: 60_000 })
  await (await download).saveAs(file)
  await expect(page.getByText(/\.html \(.+\) liegt bei/)).toBeVisible()
}

/** The most that the tab's process held at any of the moments, ten a second, while `work` ran. */
async function largestMemory(page: Page, work: () => Promise<void>): Promise<number> {
  let largest = 0
  const ended = new AbortController()
  const watching = (async () => {
    while (!ended.signal.aborted) {
      largest = Math.max(largest, await tabMemory(page))
      await delay(100)
    }
  })()
  try {
    await work()
  } finally {
    ended.abort()
    await watching
  }
  return largest
}
