import type { Locator, Page } from '@playwright/test'
import { expect, phone, secondPartner, test, type TestApp } from '../support/e2e.ts'
import { percentile } from '../access/attacks/support/reader.ts'
import { settled, slowDown } from './cpu.ts'
import { openBarePage } from './bare-page.ts'
import { atMost, median, milliseconds, ratio, report, type Figure } from './figures.ts'
import { browserOfTests, cards, cost, open, pressOn, rounds } from './journal-page.ts'
import { interactionTimes } from './page-figures.ts'
import { leaveUnseen, seedJournal } from './seed.ts'

test.use(browserOfTests)

/** With the reactions to Jonas' own that makes 6,000 unseen. */
const journal = { entries: 10_000, unseen: 4_800 }

test('a press costs little more than on a page without a framework', async ({ app, browser }) => {
  test.setTimeout(900_000)
  await seedJournal(app.server, journal)
  const bare = await openBarePage(browser)
  try {
    const bells = await bellOnNewDevices(app)
    const page = await open(app)
    // Before a tab is chosen that would not show it.
    const arrived = await arrival(app, page)
    const { base, changes } = await ownChanges(bare.page, page)
    const beside = (name: string, value: number) => ({ name, value, base })
    await page.context().close()
    report('presses', [
      ratio(beside('own toggle, aim 15 ms, CPU', changes.toggle), 4.5),
      ratio(beside('own reaction, aim 15 ms, CPU', changes.reaction), 4.5),
      ratio(beside('own new entry, aim 15 ms, CPU', changes.entry), 4),
      ratio(beside('tab switch, aim 25 ms, CPU', changes.tab), 5),
      ratio(beside('entry arrives, aim 20 ms, CPU', arrived), 6),
      ratio(beside('bell with 6,000 unseen, aim 40 ms, CPU', bells), 8),
      await slowPhone(app),
    ])
  } finally {
    await bare.stop()
  }
})

/** The middle of what an entry of the partner's costs an open page, until it stands in the list. */
async function arrival(app: TestApp, page: Page): Promise<number> {
  const { rest, id } = await app.server.client(secondPartner.name)
  // Or the browser may never tell that it is idle: docs/performance.md "The measuring browser".
  await page.mouse.move(2, 2)
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const content = `Gerade gekommen ${round}.`
    const arrived = async () => {
      const row = { user_id: id, category: 'gedanken', content }
      expect((await rest.from('entries').insert(row)).error).toBeNull()
      await page.locator(`text="${content}"`).waitFor({ state: 'attached' })
    }
    times.push(await cost(page, arrived))
  }
  return median(times)
}

/** The middle of five new devices, on which all its code runs for the first time. */
async function bellOnNewDevices(app: TestApp): Promise<number> {
  const times: number[] = []
  for (let device = 0; device < 5; device += 1) {
    await leaveUnseen(app.server, journal.unseen)
    const page = await open(app)
    times.push(await cost(page, await bell(page)))
    await expect(page.getByRole('dialog').locator('li')).toHaveCount(40)
    await page.context().close()
  }
  return median(times)
}

const bell = async (page: Page) => {
  const button = page.getByRole('button', { name: /^Neu für dich/ })
  await expect(button).toContainText('99+')
  return pressOn(button)
}

/** The middle of each change's costs, in turns with the bare page's press. */
async function ownChanges(bare: Page, app: Page) {
  const toggle: Steps = async (page) =>
    pressOn(cards(page).first().getByRole('button', { name: 'Erledigt' }))
  const tab: Steps = async (page, round) => pressOn(tabOf(page, round))
  const barePress = bare.getByRole('button', { name: 'Erledigt' }).first()
  const bareTimes: number[] = []
  const middleOf = async (steps: Steps) => {
    const times: number[] = []
    for (let round = 0; round < turns; round += 1) {
      bareTimes.push(await cost(bare, await pressOn(barePress)))
      times.push(await cost(app, await steps(app, round)))
    }
    return median(times)
  }
  const changes = {
    toggle: await middleOf(toggle),
    reaction: await middleOf(reacting),
    entry: await middleOf(writing),
    tab: await middleOf(tab),
  }
  return { base: median(bareTimes), changes }
}

/** Prepares a change, unmeasured, and returns the press that makes it. */
type Steps = (page: Page, round: number) => Promise<() => Promise<unknown>>

/** Turns of each change, of which the middle is taken. */
const turns = 11

const reacting: Steps = async (page) => {
  await cards(page).nth(1).getByRole('button', { name: 'Reagieren' }).click()
  const fire = page.getByRole('button', { name: 'Feuer', exact: true })
  await fire.waitFor()
  // The sheet grows for a moment.
  await settled(page)
  return pressOn(fire)
}

const writing: Steps = async (page, round) => {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await dialog.getByLabel('Text', { exact: true }).fill(`Selbst geschrieben ${round}.`)
  await settled(page)
  return pressOn(dialog.getByRole('button', { name: 'Eintragen' }))
}

/** Both layouts have these; the phone's bar has none for all of them. */
const tabNames = [/^\W*Erzählen/, /^\W*Gedanken/, /^\W*Ideen/, /^\W*Übersetz/]

function tabOf(page: Page, round: number): Locator {
  const name = tabNames[round % tabNames.length] ?? /Erzählen/
  return page.getByRole('navigation', { name: 'Bereiche' }).getByRole('button', { name })
}

/** The delays that a person feels on a phone four times slower than this machine. */
async function slowPhone(app: TestApp): Promise<Figure> {
  const page = await open(app, { viewport: phone })
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
  return atMost('INP p98, 10,000 entries, CPU 4×', percentile(times, 98), 60, milliseconds)
}

async function pressSettled(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const press = await pressOn(target)
  await settled(page)
  await press()
  await settled(page)
}
