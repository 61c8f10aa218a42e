import type { Locator, Page } from '@playwright/test'
import { desktop, expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import type { DeviceOptions, TestApp } from '../support/e2e.ts'
import { choose } from '../e2e/main-screen-steps.ts'
import { mainThreadTime, settled, slowDown } from './cpu.ts'
import { fillCopy } from './fill-copy.ts'
import {
  atMost,
  median,
  megabytes,
  milliseconds,
  ratio,
  report,
  since,
  type Figure,
} from './figures.ts'
import { percentile } from '../abuse/support/reader.ts'
import { framesWhileScrolling, interactionTimes, tabMemory } from './page-figures.ts'
import { seedJournal, untilStreamed } from './seed.ts'

const rounds = 5

test('the list costs the same however long it is', async ({ app }) => {
  const figures: Figure[] = []
  const add = (figure: Figure) => {
    figures.push(figure)
    process.stdout.write(`${figure.name}: ${figure.measured} ${figure.relation}\n`)
  }
  await seedJournal(app.server, { entries: 10_000, unseen: 3_000 })
  const page = await open(app)
  add(
    since(
      '3,000 ms with 6,000',
      atMost('bell with 3,750 unseen, CPU', await bell(page), 80, milliseconds),
    ),
  )
  for (const figure of await arrivals(app, page)) add(figure)
  for (const figure of await ownChanges(page)) add(figure)
  // What a tab holds is read of the largest one.
  await page.context().close()
  for (const figure of await slowPhone(app)) add(figure)
  for (const figure of await farDown(app)) add(figure)
  for (const figure of await rareFilters(app)) add(figure)
  expect(report('list', figures)).toEqual([])
})

/** Jonas' page with the whole copy on the device, its motion on. */
async function open(app: TestApp, viewport: DeviceOptions['viewport'] = desktop): Promise<Page> {
  const page = await app.signedIn(firstPartner, { viewport, reducedMotion: 'no-preference' })
  await cards(page).first().waitFor()
  await fillCopy(page, app.server)
  await cards(page).first().waitFor()
  await settled(page)
  return page
}

const cards = (page: Page) => page.locator('[data-entry]')

/**
 * The main thread's time for `work` and for what follows within half a second, less what the measuring
 * itself takes: a press on nothing and half a second.
 */
async function cost(page: Page, work: () => Promise<unknown>): Promise<number> {
  const own = ownCosts.get(page) ?? (await ownCost(page))
  ownCosts.set(page, own)
  return (await wholeCost(page, work)) - own
}

async function wholeCost(page: Page, work: () => Promise<unknown>): Promise<number> {
  await settled(page)
  return mainThreadTime(page, async () => {
    await work()
    await settled(page, 500)
  })
}

const ownCosts = new WeakMap<Page, number>()

async function ownCost(page: Page): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push(await wholeCost(page, async () => page.mouse.click(2, 2)))
  return median(times)
}

/** A press by its place, found before: Playwright's own looking would be measured too. */
async function pressOn(target: Locator): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (box === null) throw new Error('There is nothing to press on')
  return async () => target.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

async function middle(page: Page, work: (round: number) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1)
    times.push(await cost(page, async () => work(round)))
  return median(times)
}

async function bell(page: Page): Promise<number> {
  const press = await pressOn(page.getByRole('button', { name: /^Neu für dich/ }))
  const took = await cost(page, async () => {
    await press()
    await page.locator('[role="dialog"] li').first().waitFor()
  })
  await page.keyboard.press('Escape')
  return took
}

/** Scrolls until this many cards have been on the screen, and back to the list's start. */
async function scrollPast(page: Page, wanted: number): Promise<void> {
  await page.evaluate(async (count) => {
    const seen = new Set<string>()
    const look = () => {
      for (const card of document.querySelectorAll<HTMLElement>('[data-entry]'))
        seen.add(card.dataset['entry'] ?? '')
    }
    const frame = async () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (look(); seen.size < count; look()) {
      window.scrollBy({ top: window.innerHeight * 0.8 })
      await frame()
      await frame()
    }
  }, wanted)
}

async function arrivals(app: TestApp, page: Page): Promise<Figure[]> {
  const { rest, id } = await app.server.client(secondPartner.name)
  const measured: number[] = []
  let serial = 0
  for (const count of [30, 210, 1_020]) {
    await page.evaluate(() => window.scrollTo(0, 0))
    await scrollPast(page, count)
    await page.evaluate(() => window.scrollTo(0, 0))
    await cards(page).first().waitFor()
    const time = await middle(page, async () => {
      serial += 1
      const content = `Gerade gekommen ${serial}.`
      const { error } = await rest
        .from('entries')
        .insert({ user_id: id, category: 'gedanken', content })
      expect(error).toBeNull()
      await page.locator(`text="${content}"`).waitFor({ state: 'attached' })
    })
    measured.push(time)
  }
  const [few = Number.NaN, some = Number.NaN, many = Number.NaN] = measured
  return [
    since('133 ms', atMost('entry arrives, 30 cards, CPU', few, 60, milliseconds)),
    since(
      '1,326 ms',
      ratio(
        { name: 'entry arrives, 210 cards, CPU', value: some, base: few, show: milliseconds },
        1.2,
      ),
    ),
    since(
      'not shown in 45 s',
      ratio(
        { name: 'entry arrives, 1,020 cards, CPU', value: many, base: few, show: milliseconds },
        1.2,
      ),
    ),
  ]
}

async function ownChanges(page: Page): Promise<Figure[]> {
  await page.evaluate(() => window.scrollTo(0, 0))
  await cards(page).first().waitFor()
  const toggle = await middleOf(page, async () =>
    pressOn(cards(page).first().getByRole('button', { name: 'Erledigt' })),
  )
  const reaction = await middleOf(page, reactionSteps)
  const save = await middleOf(page, saveSteps)
  const tab = await middleOf(page, async (_, round) => pressOn(tabOf(page, round)))
  return [
    since('97 ms', atMost('own toggle, 10,000 entries, CPU', toggle, 40, milliseconds)),
    since('95 ms', atMost('own reaction, 10,000 entries, CPU', reaction, 40, milliseconds)),
    since('121 ms', atMost('own new entry, 10,000 entries, CPU', save, 40, milliseconds)),
    since('157–187 ms', atMost('tab switch, CPU', tab, 60, milliseconds)),
  ]
}

/** Prepares a change, unmeasured, and returns the press that makes it. */
type Steps = (page: Page, round: number) => Promise<() => Promise<unknown>>

async function middleOf(page: Page, steps: Steps): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const press = await steps(page, round)
    times.push(await cost(page, press))
  }
  return median(times)
}

const reactionSteps: Steps = async (page) => {
  await cards(page).nth(1).getByRole('button', { name: 'Reagieren' }).click()
  const fire = page.getByRole('button', { name: 'Feuer', exact: true })
  await fire.waitFor()
  // The sheet grows for a moment.
  await settled(page)
  return pressOn(fire)
}

const saveSteps: Steps = async (page, round) => {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await dialog.getByLabel('Text', { exact: true }).fill(`Selbst geschrieben ${round}.`)
  return pressOn(dialog.getByRole('button', { name: 'Eintragen' }))
}

/** Both layouts have these; the phone's bar has none for all of them. */
const tabNames = [/^\W*Erzählen/, /^\W*Gedanken/, /^\W*Ideen/, /^\W*Übersetz/]

function tabOf(page: Page, round: number): Locator {
  const name = tabNames[round % tabNames.length] ?? /Erzählen/
  return page.getByRole('navigation', { name: 'Bereiche' }).getByRole('button', { name })
}

/** What one feels on a phone four times slower than this machine. */
async function slowPhone(app: TestApp): Promise<Figure[]> {
  const page = await open(app, phone)
  const session = await page.context().newCDPSession(page)
  await slowDown(session, 4)
  const times = await interactionTimes(page, async () => {
    for (let round = 0; round < 10; round += 1) {
      // By their places: a locator's press runs a script of its own in the page, beside the app's.
      await pressSettled(page, cards(page).first().getByRole('button', { name: 'Erledigt' }))
      await pressSettled(page, cards(page).nth(1).getByRole('button', { name: 'Reagieren' }))
      await pressSettled(page, page.getByRole('button', { name: 'Feuer', exact: true }))
      await pressSettled(page, tabOf(page, round))
    }
  })
  await slowDown(session, 1)
  await page.context().close()
  return [atMost('INP p98, 10,000 entries, CPU 4×', percentile(times, 98), 100, milliseconds)]
}

async function pressSettled(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const press = await pressOn(target)
  await settled(page)
  await press()
  await settled(page)
}

async function farDown(app: TestApp): Promise<Figure[]> {
  const page = await open(app, phone)
  const frames = await framesWhileScrolling(page, 600)
  await scrollPast(page, 5_000)
  const mounted = await cards(page).count()
  const memory = await tabMemory(page)
  await page.context().close()
  return [
    since('all', atMost('cards mounted after 5,000', mounted, 60)),
    since('174 MB at 1,020', atMost('tab after 5,000 cards', memory, 120 * 1024 * 1024, megabytes)),
    atMost('frames while scrolling, p95', percentile(frames, 95), 20, milliseconds),
  ]
}

async function rareFilters(app: TestApp): Promise<Figure[]> {
  await app.server.emptyJournal()
  await seedJournal(app.server, { entries: 100_000, completedEvery: 5_000 })
  await app.server.sql().begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      update entries set user_id = profiles.id from profiles
      where (name = 'Željka') = (entries.id in (select id from entries order by created_at limit 10))`
  })
  await untilStreamed(app.server)
  const page = await open(app)
  await page.getByRole('button', { name: /^Filter/ }).click()
  const completed = await cost(page, async () => {
    await choose(page, 'Status', 'Erledigt')
    await expect(page.locator('[data-entry] button[aria-pressed="false"]')).toHaveCount(0)
  })
  await page.getByRole('button', { name: 'Filter zurücksetzen' }).first().click()
  await page.locator('[data-entry] button[aria-pressed="false"]').first().waitFor()
  const partners = await cost(page, async () => {
    await choose(page, 'Von wem', 'Partner')
    await expect(cards(page)).toHaveCount(10)
  })
  return [
    since('2,600 ms', atMost('filter: 20 of 100,000 completed, CPU', completed, 100, milliseconds)),
    since(
      '2,600 ms',
      atMost('filter: 10 of 100,000 the partner’s, CPU', partners, 100, milliseconds),
    ),
  ]
}
