import { type Browser, firefox } from '@playwright/test'
import { engineMissing } from '../../scripts/browsers.mjs'
import { addressOf, seedLongJournal } from '../e2e/long-list-steps.ts'
import { screenOf } from '../engines/page-screen.ts'
import type { Screen } from '../engines/smoke.ts'
import { firefoxOptions } from '../engines/start-firefox.ts'
import { startWebKit } from '../engines/webkit.ts'
import { desktop, expect, firstPartner, newDevice, secondPartner, test } from '../support/e2e.ts'
import type { TestServer } from '../support/server.ts'
import { atMost, median, ratio, report, type Figure } from './figures.ts'

/** Opens an address in a new profile of an engine. */
type Opens = (
  url: string,
) => Promise<{ readonly screen: Screen; readonly close: () => Promise<void> }>

/** Milliseconds, each the middle of some turns, and the frames of a scroll in which no card was to be seen. */
type Times = Awaited<ReturnType<typeof measure>>

test('no engine is more than twice as slow as Chromium', async ({ app, browser }) => {
  test.setTimeout(1_200_000)
  await seedLongJournal(app)
  const inChromium = await measure('Chromium', app.server, async (url) => onDevice(browser, url))
  const figures: Figure[] = []
  for (const [name, opens] of [
    ['Firefox', inFirefox],
    ['WebKit', inWebKit],
  ] as const) {
    const missing = engineMissing(name)
    if (missing === undefined)
      figures.push(...beside(name, await measure(name, app.server, opens), inChromium))
    else process.stdout.write(`Not measured: ${missing}\n`)
  }
  report('engines', figures)
})

/** Each time beside Chromium's. */
function beside(engine: string, times: Times, inChromium: Times): Figure[] {
  const figure = (name: string, kind: keyof Times) =>
    ratio({ name: `${engine}: ${name}`, value: times[kind], base: inChromium[kind] }, 2)
  return [
    figure('partner’s entry arrives', 'arrival'),
    figure('own toggle', 'tick'),
    figure('jump to an old entry', 'jump'),
    figure('scroll of 35,000 px', 'scroll'),
    atMost(`${engine}: frames without a card`, times.empty, 0),
  ]
}

const turns = 9

async function measure(engine: string, server: TestServer, opens: Opens) {
  const { screen, close } = await opens(server.url)
  try {
    await signInAndRead(screen)
    const tick = await middle(async () => screen.evaluate(pressTick))
    const arrival = await middle(async (turn) =>
      arrives(server, screen, `Gerade gekommen ${turn} (${engine}).`),
    )
    const jump = await middle(async (turn) => {
      const number = 2_000 + turn * 700
      return screen.evaluate(jumpTo, addressOf(number), `Nummer ${number}.`)
    })
    await screen.open()
    await listIsThere(screen)
    return { tick, arrival, jump, ...(await screen.evaluate(scroll)) }
  } finally {
    await close()
  }
}

async function middle(work: (turn: number) => Promise<number>): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn += 1) times.push(await work(turn))
  return median(times)
}

/** Signs in, and waits until the whole journal is on the device. */
async function signInAndRead(screen: Screen): Promise<void> {
  await screen.open()
  await screen.fill('Benutzername', firstPartner.name)
  await screen.fill('Passwort', firstPartner.password)
  await screen.press('Anmelden')
  await listIsThere(screen)
  await screen.press('Suchen')
  await screen.fill('Im Tagebuch suchen', 'Nummer')
  await expect.poll(async () => screen.text(), { timeout: 120_000 }).toMatch(/10\.?000 Einträge/)
  await screen.open()
  await listIsThere(screen)
}

async function listIsThere(screen: Screen): Promise<void> {
  const hasTick = () => document.querySelector('[data-entry] button[aria-pressed]') !== null
  await expect.poll(async () => screen.evaluate(hasTick), { timeout: 120_000 }).toBe(true)
}

async function arrives(server: TestServer, screen: Screen, content: string): Promise<number> {
  const { rest, id } = await server.client(secondPartner.name)
  const seen = screen.evaluate(whenSeen, content)
  const began = Date.now()
  await rest.from('entries').insert({ user_id: id, category: 'gedanken', content })
  return (await seen) - began
}

async function onDevice(browser: Browser, url: string) {
  const device = await newDevice(browser, url, { viewport: desktop })
  return { screen: screenOf(await device.newPage()), close: async () => device.close() }
}

const inFirefox: Opens = async (url) => {
  const browser = await firefox.launch(firefoxOptions)
  const { screen } = await onDevice(browser, url)
  return { screen, close: async () => browser.close() }
}

const inWebKit: Opens = async (url) => {
  const screen = await startWebKit({ url, viewport: desktop })
  return { screen, close: async () => screen.close() }
}

/** Runs in the page: milliseconds from a press to the end of the frame that shows it. */
async function pressTick(): Promise<number> {
  const button = document.querySelector<HTMLElement>('[data-entry] button[aria-pressed]')
  if (button === null) throw new Error('nothing to press')
  const before = button.ariaPressed
  const began = performance.now()
  button.click()
  do {
    await new Promise(requestAnimationFrame)
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', resolve)
      port1.start()
      port2.postMessage('')
    })
  } while (button.ariaPressed === before)
  return performance.now() - began
}

/** Runs in the page: when, in milliseconds since 1970, this text is in the list and drawn. */
async function whenSeen(content: string): Promise<number> {
  const isThere = () =>
    [...document.querySelectorAll('[data-entry]')].some((one) => one.textContent.includes(content))
  while (!isThere()) await new Promise(requestAnimationFrame)
  return Date.now()
}

/** Runs in the page: milliseconds until the entry of this address is on the screen. */
async function jumpTo(address: string, content: string): Promise<number> {
  const began = performance.now()
  history.pushState(null, '', address)
  const isSeen = () =>
    [...document.querySelectorAll('[data-entry]')].some((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return one.textContent.includes(content) && top < innerHeight && bottom > 0
    })
  while (!isSeen()) await new Promise(requestAnimationFrame)
  return performance.now() - began
}

/** Runs in the page: 35,000 px, 350 with each frame. */
async function scroll() {
  const isEmpty = () =>
    ![...document.querySelectorAll('[data-entry]')].some((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return top < innerHeight && bottom > 0
    })
  scrollTo({ top: 0, behavior: 'instant' })
  let empty = 0
  const began = performance.now()
  for (let step = 0; step < 100; step += 1) {
    await new Promise(requestAnimationFrame)
    scrollBy({ top: 350, behavior: 'instant' })
    if (isEmpty()) empty += 1
  }
  return { scroll: performance.now() - began, empty }
}
