import { chromium, type Locator, type Page } from '@playwright/test'
import {
  desktop,
  expect,
  firstPartner,
  newDevice,
  openSignedIn,
  secondPartner,
  test,
} from '../support/e2e.ts'
import type { DeviceOptions, TestApp } from '../support/e2e.ts'
import { mainThreadTimeUntilQuiet, settled } from './cpu.ts'
import type { TestServer } from '../support/server.ts'
import { fillCopy } from './fill-copy.ts'
import { median } from './figures.ts'

/** Rounds of which the middle is taken. */
export const rounds = 7

/** Jonas' page with the whole copy on the device, its motion on. */
export async function open(
  app: TestApp,
  viewport: DeviceOptions['viewport'] = desktop,
): Promise<Page> {
  return filled(app, await app.signedIn(firstPartner, { viewport, reducedMotion: 'no-preference' }))
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
    { viewport, reducedMotion: 'no-preference' },
  )
  return filled(app, await openSignedIn(device, app.server, firstPartner))
}

async function filled(app: TestApp, page: Page): Promise<Page> {
  await cards(page).first().waitFor()
  await fillCopy(page, app.server)
  await cards(page).first().waitFor()
  await settled(page)
  return page
}

/** The list's cards that are drawn. */
export const cards = (page: Page) =>
  page.getByRole('list', { name: 'Einträge' }).locator('[data-entry]')

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

/** The middle of the costs of some rounds of `work`. */
export async function middle(
  page: Page,
  work: (round: number) => Promise<unknown>,
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push(await cost(page, async () => work(round)))
  return median(times)
}

/** Numbers the entries that arrive, also in a page that is measured again. */
let serial = 0

/** The middle of what an entry of the partner's costs an open page, until it stands in the list. */
export async function arrival(server: Pick<TestServer, 'client'>, page: Page): Promise<number> {
  const { rest, id } = await server.client(secondPartner.name)
  // Or the browser may never tell that it is idle: docs/performance.md "The measuring browser".
  await page.mouse.move(2, 2)
  return middle(page, async () => {
    serial += 1
    const content = `Gerade gekommen ${serial}.`
    const { error } = await rest
      .from('entries')
      .insert({ user_id: id, category: 'gedanken', content })
    expect(error).toBeNull()
    await page.locator(`text="${content}"`).waitFor({ state: 'attached' })
  })
}
