import { chromium, type Browser, type Locator, type Page } from '@playwright/test'
import { common } from '../../playwright.config.ts'
import { desktop, firstPartner, newDevice, openSignedIn, test } from '../support/e2e.ts'
import type { DeviceOptions, TestApp, TestPartner } from '../support/e2e.ts'
import { mainThreadTimeUntilQuiet, settled } from './cpu.ts'
import type { TestServer } from '../support/server.ts'
import { fillCopy } from './device-copy.ts'
import { median } from './figures.ts'

/** The browser of the tests, not the whole one: docs/performance.md "The measuring browser". */
export const browserOfTests = { launchOptions: common.use?.launchOptions ?? {} }

/** Rounds of which the middle is taken. */
export const rounds = 7

const moving = { viewport: desktop, reducedMotion: 'no-preference' } as const

/** Jonas' page with the whole copy on the device, its motion on. */
export async function open(app: TestApp, options?: DeviceOptions): Promise<Page> {
  return filled(await app.signedIn(firstPartner, { ...moving, ...options }), app.server)
}

/** The same in a browser of its own whose storage is in a folder, as a person's. */
export async function openOnDisk(
  app: TestApp,
  viewport: NonNullable<DeviceOptions['viewport']>,
  folder: string,
): Promise<Page> {
  const { launchOptions } = test.info().project.use
  const device = await newDevice(
    {
      browserType: () => chromium,
      newContext: async (options) =>
        chromium.launchPersistentContext(folder, { ...launchOptions, ...options }),
    },
    app.url,
    { ...moving, viewport },
  )
  return filled(await openSignedIn(device, app.server, firstPartner), app.server)
}

/** A person's page of another server than the test's, with cards. */
export async function openAt(
  server: TestServer,
  browser: Browser,
  partner: TestPartner = firstPartner,
): Promise<Page> {
  const device = await newDevice(browser, server.url, moving)
  const page = await openSignedIn(device, server, partner)
  await untilCards(page)
  return page
}

/** The page, once the whole copy is on its device. */
export async function filled(page: Page, server: TestServer): Promise<Page> {
  await untilCards(page)
  await fillCopy(page, server)
  await untilCards(page)
  await settled(page)
  return page
}

/** The list's cards that are drawn. */
export const cards = (page: Page) =>
  page.getByRole('list', { name: 'Einträge' }).locator('[data-entry]')

export async function untilCards(page: Page): Promise<void> {
  await cards(page).first().waitFor({ timeout: 60_000 })
}

/**
 * The main thread's time for `work` and for what follows until the page is quiet, less what the measuring
 * itself takes: a press on nothing.
 */
export async function cost(page: Page, work: () => Promise<unknown>): Promise<number> {
  const own = ownCosts.get(page) ?? (await ownCost(page))
  ownCosts.set(page, own)
  return (await wholeCost(page, work)) - own
}

async function wholeCost(page: Page, work: () => Promise<unknown>): Promise<number> {
  await settled(page)
  return mainThreadTimeUntilQuiet(page, work)
}

const ownCosts = new WeakMap<Page, number>()

async function ownCost(page: Page): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push(await wholeCost(page, async () => page.mouse.click(2, 2)))
  return median(times)
}

/** A press by its place, found before: Playwright's own looking would be measured too. */
export async function pressOn(target: Locator): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('There is nothing to press on')
  return async () => target.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}
