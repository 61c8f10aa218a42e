import type { CDPSession, Page } from '@playwright/test'
import { percentile } from '../access/attacks/support/reader.ts'
import { expect, phone, test } from '../support/e2e.ts'
import { settled, slowDown } from './cpu.ts'
import { atMost, megabytes, milliseconds, report } from './figures.ts'
import { open } from './journal-page.ts'
import { interactionTimes, tabMemory } from './page-figures.ts'
import { seedJournal } from './seed.ts'

const entries = 100_000
/** Each is in a fifth of the entries; none begins like a name or a month. */
const words = ['bahnhof', 'fluss', 'lange', 'sommer', 'geredet', 'gestern']

/** With the page's main thread four times slower. */
test('a search in 100,000 entries', async ({ app }) => {
  await seedJournal(app.server, { entries })
  const page = await open(app, { viewport: phone })
  const before = await tabMemory(page)
  const session = await page.context().newCDPSession(page)
  await slowDown(session, 4)
  await page.keyboard.press('/')
  const read = await untilRead(page)
  await page.keyboard.press('Escape')
  await field(page).waitFor({ state: 'hidden' })
  await page.waitForTimeout(500)
  await page.keyboard.press('/')
  await page.waitForTimeout(1000)
  const times = await keyToResults(page, session)
  const typing = await interactionTimes(page, async () => {
    for (const word of words) {
      await page.keyboard.type(word, { delay: 120 })
      await clear(page)
    }
  })
  await slowDown(session, 1)
  await page.keyboard.type('eintrag')
  await settled(page)
  const memory = (await tabMemory(page)) - before
  report('search', [
    atMost('key press to results, p95, CPU 4×', percentile(times, 95), 120, milliseconds),
    atMost('INP while typing, p95, CPU 4×', percentile(typing, 95), 100, milliseconds),
    atMost('all read and counted, CPU 4×', read, 10_000, milliseconds),
    atMost('memory of an open search', memory, 100 * 1024 * 1024, megabytes),
  ])
})

const field = (page: Page) => page.getByRole('textbox', { name: 'Im Tagebuch suchen' })

/** Empties the field as one does, and waits until the whole list is back. */
async function clear(page: Page): Promise<void> {
  await field(page).clear()
  await expect(page.locator('mark')).toHaveCount(0)
  await page.waitForTimeout(300)
}

/** Milliseconds until every entry has been looked at; four fifths of them hold the word. */
async function untilRead(page: Page): Promise<number> {
  await field(page).waitFor()
  const start = performance.now()
  await page.keyboard.type('eintrag')
  const all = `${((entries / 5) * 4).toLocaleString('de')} Einträge`
  await expect(page.getByRole('search').getByRole('status')).toHaveText(all, { timeout: 120_000 })
  return performance.now() - start
}

/** Milliseconds from each key to the frame that shows its results. */
async function keyToResults(page: Page, session: CDPSession): Promise<number[]> {
  await page.evaluate(recordKeys)
  let count = 0
  for (const word of words) {
    for (const letter of word) {
      await page.keyboard.press(letter)
      count += 1
      await expect.poll(async () => answers(session), { timeout: 60_000 }).toBe(count)
      await page.waitForTimeout(100)
    }
    await clear(page)
  }
  return page.evaluate(() => [...(Reflect.get(window, 'keyTimes') as readonly number[])])
}

/** How many keys have their results. Playwright's own waiting would run in every frame of the page. */
async function answers(session: CDPSession): Promise<number> {
  const { result } = await session.send('Runtime.evaluate', { expression: 'keyTimes.length' })
  return Number(result.value)
}

/** Runs in the page: notes for each letter the frame that shows its number and first result. */
function recordKeys(): void {
  const times: number[] = []
  Object.assign(window, { keyTimes: times })
  // Looked up once, and looked at after changes only: both would be measured too.
  const field = document.querySelector('search input') as HTMLInputElement
  const number = document.querySelector('search output') as Element
  const marks = document.getElementsByTagName('mark')
  const list = document.querySelector('main') as Element
  let pressed: number | undefined
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key.length === 1) pressed = timeStamp
    },
    { capture: true },
  )
  new MutationObserver(() => {
    const start = pressed
    const { value } = field
    const isCounted = /Eintr/.test(number.textContent ?? '')
    const first = marks[0]?.textContent?.toLowerCase() ?? ''
    if (start === undefined || !isCounted || value === '' || !first.startsWith(value)) return
    pressed = undefined
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - start), 0))
  }).observe(list, { subtree: true, childList: true, characterData: true })
}
