import type { CDPSession } from '@playwright/test'
import { desktop, expect, firstPartner, signIn, test, type TestApp } from '../support/e2e.ts'
import { slowNetwork } from './cpu.ts'
import { bareBulkWrite, rowsHeld, untilFilled } from './device-copy.ts'
import { atLeast, atMost, milliseconds, ratio, report } from './figures.ts'
import { browserOfTests, untilCards } from './journal-page.ts'
import { longestTask, noteLongTasks } from './page-figures.ts'
import { seedJournal } from './seed.ts'

test.use(browserOfTests)

const entries = 100_000

const perSecond = (value: number) => `${value.toFixed(0)} rows/s`
const bytes = (value: number) => `${(value / 1e6).toFixed(1)} MB`
const seconds = (value: number) => `${value.toFixed(1)} s`

test('a device fills its copy with a large journal', async ({ app }) => {
  test.setTimeout(900_000)
  await seedJournal(app.server, { entries })
  const fast = await fill(app)
  expect(fast.frames, 'frames while the copy is filled').toBeLessThan(20)
  const bare = await bareBulkWrite(fast.page)
  await fast.page.context().close()
  const slow = await fill(app, slowNetwork)
  const name = 'first sync : bare bulk write of the same rows, time'
  report('sync', [
    atLeast('first sync of 100,000 entries', fast.rows / fast.filled, 4000, perSecond),
    ratio({ name, value: fast.filled, base: bare, show: seconds }, 2),
    atMost('first sync, bytes over the wire', fast.bytes, 8e6, bytes),
    atMost('first sync, requests for rows', fast.requests, 150),
    atMost('first sync, longest task', fast.longestTask, 100, milliseconds),
    atMost('1.6 Mbit/s, 150 ms: first card', slow.firstCard, 6, seconds),
    atMost('1.6 Mbit/s, 150 ms: complete', slow.filled, 60, seconds),
  ])
})

/** A new device, signed in, until its copy holds the whole journal; seconds from the first request of the page. */
async function fill(app: TestApp, network?: typeof slowNetwork) {
  const device = await app.device({ viewport: desktop, init: noteLongTasks })
  await signIn(device, app.server, firstPartner)
  const page = await device.newPage()
  const session = await page.context().newCDPSession(page)
  const traffic = await watchTraffic(session)
  if (network !== undefined) await session.send('Network.emulateNetworkConditions', network)
  const began = performance.now()
  await page.goto('/')
  await untilCards(page)
  const firstCard = (performance.now() - began) / 1000
  await untilFilled(page)
  const filled = (performance.now() - began) / 1000
  const longest = await longestTask(page)
  return { page, firstCard, filled, rows: await rowsHeld(page), ...traffic(), longestTask: longest }
}

/**
 * Counts what `/rest/v1` answers, as it comes over the wire, and the frames of the socket: a handful, unless the server
 * still sends what was written before.
 */
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
