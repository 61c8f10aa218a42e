import type { CDPSession, Page } from '@playwright/test'
import { common } from '../../playwright.config.ts'
import { desktop, expect, firstPartner, signIn, test, type TestApp } from '../support/e2e.ts'
import { mainThreadTime, settled, slowNetwork } from './cpu.ts'
import { bareBulkWrite, rowsHeld, untilFilled } from './device-copy.ts'
import { atLeast, atMost, most, report, since, type Figure } from './figures.ts'
import { cards } from './journal-page.ts'
import { longestTask, noteLongTasks } from './page-figures.ts'
import { seedJournal } from './seed.ts'

// The browser of the tests, not the whole one: docs/performance.md "The measuring browser".
test.use({ launchOptions: common.use?.launchOptions ?? {} })

const entries = 100_000

const perSecond = (value: number) => `${value.toFixed(0)} rows/s`
const bytes = (value: number) => `${(value / 1e6).toFixed(1)} MB`
const seconds = (value: number) => `${value.toFixed(1)} s`

test('a device fills its copy with a large journal', async ({ app }) => {
  test.setTimeout(900_000)
  const figures: Figure[] = []
  const add = (figure: Figure) => {
    figures.push(figure)
    process.stdout.write(`${figure.name}: ${figure.measured}\n`)
  }
  await seedJournal(app.server, { entries })
  const fast = await fill(app)
  expect(fast.frames, 'frames while the copy is filled').toBeLessThan(20)
  const bare = await bareBulkWrite(fast.page)
  const rate = fast.rows / fast.filled
  add(since('683 rows/s', atLeast('first sync of 100,000 entries', rate, 4000, perSecond)))
  const share = { name: 'first sync : bare bulk write of the same rows, time', show: seconds }
  add(most({ ...share, value: fast.filled, base: bare }, 2 * bare))
  add(since('52.6 MB', atMost('first sync, bytes over the wire', fast.bytes, 8e6, bytes)))
  add(since('383', atMost('first sync, requests for rows', fast.requests, 150)))
  add(atMost('first sync, longest task (ms)', fast.longestTask, 100, (value) => value.toFixed(0)))
  await fast.page.context().close()
  const slow = await fill(app, slowNetwork)
  add(atMost('1.6 Mbit/s, 150 ms: first card', slow.firstCard, 6, seconds))
  add(atMost('1.6 Mbit/s, 150 ms: complete', slow.filled, 60, seconds))
  expect(report('sync', figures)).toEqual([])
})

test('an open page takes in what an import elsewhere adds', async ({ app }) => {
  const imported = 1500
  await seedJournal(app.server, { entries: 1000 })
  const page = await app.signedIn(firstPartner, { viewport: desktop })
  await untilFilled(page)
  await settled(page)
  const goal = (await rowsHeld(page)) + imported
  const spent = await mainThreadTime(page, async () => {
    await app.server.sql()`
      insert into entries (id, user_id, category, content, created_at)
      select gen_random_uuid(), id, 'gedanken', 'Aus einer Datei ' || n, now() - n * interval '3 days'
      from profiles, generate_series(1, ${imported}::int) n where name = 'Željka'`
    await expect.poll(async () => rowsHeld(page), { timeout: 300_000 }).toBe(goal)
    await settled(page)
  })
  const name = '1,500 entries of an import elsewhere, main thread'
  const show = (value: number) => `${value.toFixed(0)} ms`
  expect(report('sync-import', [atMost(name, spent, 1000, show)])).toEqual([])
})

interface Filled {
  readonly page: Page
  /** Seconds from the first request of the page. */
  readonly firstCard: number
  readonly filled: number
  readonly rows: number
  /** Of answers to `/rest/v1`, as they came over the wire. */
  readonly bytes: number
  readonly requests: number
  /** Of the socket: a handful, unless the server still sends what was written before. */
  readonly frames: number
  /** Of the main thread, in milliseconds. */
  readonly longestTask: number
}

/** A new device, signed in, until its copy holds the whole journal. */
async function fill(app: TestApp, network?: typeof slowNetwork): Promise<Filled> {
  const device = await app.device({ viewport: desktop, init: noteLongTasks })
  await signIn(device, app.server, firstPartner)
  const page = await device.newPage()
  const session = await page.context().newCDPSession(page)
  const traffic = await watchTraffic(session)
  if (network !== undefined) await session.send('Network.emulateNetworkConditions', network)
  const began = performance.now()
  await page.goto('/')
  await cards(page).first().waitFor({ timeout: 60_000 })
  const firstCard = (performance.now() - began) / 1000
  await untilFilled(page)
  const filled = (performance.now() - began) / 1000
  const longest = await longestTask(page)
  return { page, firstCard, filled, rows: await rowsHeld(page), ...traffic(), longestTask: longest }
}

/** Counts what `/rest/v1` answers, as it comes over the wire, and the frames of the socket. */
async function watchTraffic(session: CDPSession) {
  await session.send('Network.enable')
  const rest = new Set<string>()
  let total = 0
  let frames = 0
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.url.includes('/rest/v1/')) rest.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (rest.has(requestId)) total += encodedDataLength
  })
  session.on('Network.webSocketFrameReceived', () => {
    frames += 1
  })
  return () => ({ bytes: total, requests: rest.size, frames })
}
