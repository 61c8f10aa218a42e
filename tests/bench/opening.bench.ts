import type { BrowserContext, CDPSession } from '@playwright/test'
import { expect, firstPartner, phone, signIn, test, type TestApp } from '../support/e2e.ts'
import { slowDown, slowNetwork } from './cpu.ts'
import { atMost, median, milliseconds, report } from './figures.ts'
import { browserOfTests } from './journal-page.ts'
import { seedJournal } from './seed.ts'

test.use(browserOfTests)

const rounds = 5
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

/** 1.6 Mbit/s, 150 ms and a main thread four times slower. */
test('the app opens fast on a slow phone', async ({ app }) => {
  await seedJournal(app.server, { entries: 1_000 })
  const [first, second] = await visits(app, 'input[name="username"]', false)
  const [fresh, held] = await visits(app, '[data-entry]')
  const paint = (of: readonly Opening[]) => median(of.map(({ firstPaint }) => firstPaint))
  const there = (of: readonly Opening[]) => median(of.map(({ isThere }) => isThere))
  const all = [...first, ...second, ...fresh, ...held]
  const shift = Math.max(...all.map((opening) => opening.shift))
  const fonts = Math.max(...all.map((opening) => opening.fonts))
  const scripts = await scriptsToFirstCard(app)
  report('opening', [
    atMost('sign-in, first paint', paint(first), 550, milliseconds),
    atMost('sign-in, second visit', paint(second), 300, milliseconds),
    atMost('sign-in, usable', there(first), 1_600, milliseconds),
    atMost('main screen, first card on a new device', there(fresh), 3_500, milliseconds),
    atMost('main screen, first card with a copy', there(held), 900, milliseconds),
    atMost('layout shift', shift, 0.02, (value) => value.toFixed(3)),
    atMost('fonts to the first card', fonts, 60_000, kilobytes),
    atMost('script to the first card, new device', scripts.fresh, 170_000, kilobytes),
    atMost('script to the first card, with a copy', scripts.held, 165_000, kilobytes),
  ])
})

type Opening = Awaited<ReturnType<typeof open>>

/** First and second visits of several new devices. */
async function visits(app: TestApp, usable: string, isSignedIn = true) {
  const first: Opening[] = []
  const second: Opening[] = []
  for (let round = 0; round < rounds; round += 1) {
    const device = await app.device({ viewport: phone, serviceWorkers: 'allow', init: noteShifts })
    if (isSignedIn) await signIn(device, app.server, firstPartner)
    first.push(await open(device, usable))
    second.push(await open(device, usable))
    await device.close()
  }
  return [first, second] as const
}

/**
 * The scripts that a visit loads without the stored app and the browser's cache: the second one brings a copy of
 * the journal along.
 */
async function scriptsToFirstCard(app: TestApp) {
  const device = await app.device({ viewport: phone, init: noteShifts })
  await signIn(device, app.server, firstPartner)
  const fresh = await open(device, '[data-entry]', { cacheDisabled: true })
  const held = await open(device, '[data-entry]', { cacheDisabled: true })
  await device.close()
  return { fresh: fresh.scripts, held: held.scripts }
}

/**
 * Opens the app in a new page, and leaves it when it has come to rest: milliseconds from the navigation to the first text
 * or drawing and until what matches `usable` stands in the document, bytes over the wire until then.
 */
async function open(device: BrowserContext, usable: string, cache = { cacheDisabled: false }) {
  const page = await device.newPage()
  const session = await device.newCDPSession(page)
  const traffic = await watchTraffic(session)
  await session.send('Network.setCacheDisabled', cache)
  await session.send('Network.emulateNetworkConditions', slowNetwork)
  await slowDown(session, 4)
  await page.goto('/', { waitUntil: 'commit' })
  await untilThere(session, usable)
  const counted = traffic()
  await slowDown(session, 1)
  // The app is stored for the next visit, if it is to be.
  await page.waitForLoadState('networkidle')
  const times = await page.evaluate(readTimes, usable)
  await page.close()
  return { ...times, ...counted }
}

/** A locator of Playwright's would put its own script into the page, which takes some 50 ms of the opening. */
async function untilThere(session: CDPSession, usable: string): Promise<void> {
  const expression = `window.noted?.there.has(${JSON.stringify(usable)})`
  await expect
    .poll(async () => (await session.send('Runtime.evaluate', { expression })).result.value, {
      timeout: 60_000,
      intervals: [100],
    })
    .toBe(true)
}

async function watchTraffic(session: CDPSession) {
  await session.send('Network.enable')
  // Every visit asks the server for its files, unless the service worker has them.
  const types = new Map<string, string>()
  const bytes = { Script: 0, Font: 0 }
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type === 'Script' || type === 'Font') bytes[type] += encodedDataLength
  })
  return () => ({ scripts: bytes.Script, fonts: bytes.Font })
}

/** Runs in the page before the app. */
function noteShifts(): void {
  const noted = { shift: 0, there: new Map<string, number>() }
  Object.assign(window, { noted })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[])
      if (!entry.hadRecentInput) noted.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const wanted = ['input[name="username"]', '[data-entry]']
  new MutationObserver(() => {
    for (const selector of wanted)
      if (!noted.there.has(selector) && document.querySelector(selector) !== null)
        noted.there.set(selector, performance.now())
  }).observe(document, { subtree: true, childList: true })
}

/** Runs in the page. */
function readTimes(usable: string) {
  const { shift, there } = Reflect.get(window, 'noted') as {
    shift: number
    there: Map<string, number>
  }
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return {
    firstPaint: paint?.startTime ?? Number.NaN,
    isThere: there.get(usable) ?? Number.NaN,
    shift,
  }
}
