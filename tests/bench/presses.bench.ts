import type { Locator, Page } from '@playwright/test'
import { common } from '../../playwright.config.ts'
import { expect, phone, test, type TestApp } from '../support/e2e.ts'
import { percentile } from '../abuse/support/reader.ts'
import { settled, slowDown } from './cpu.ts'
import { atMost, median, milliseconds, most, report, since, type Figure } from './figures.ts'
import { arrival, cards, cost, open, pressOn, rounds } from './journal-page.ts'
import { interactionTimes } from './page-figures.ts'
import { leaveUnseen, seedJournal } from './seed.ts'

// The browser of the tests, not the whole one: docs/performance.md "The measuring browser".
test.use({ launchOptions: common.use?.launchOptions ?? {} })

test('a press costs little in a journal of 10,000 entries', async ({ app }) => {
  const figures: Figure[] = []
  const add = (figure: Figure) => {
    figures.push(figure)
    process.stdout.write(`${figure.name}: ${figure.measured}\n`)
  }
  await seedJournal(app.server, { entries: 10_000, unseen })
  const name = 'bell with 3,750 unseen, CPU (beside: the grid of reactions as the first sheet)'
  const base = await onNewDevices(app, reactions, async (sheet) =>
    sheet.getByRole('button', { name: 'Feuer' }).waitFor(),
  )
  const value = await onNewDevices(app, bell, async (sheet) =>
    expect(sheet.locator('li')).toHaveCount(40),
  )
  add(since('3,000 ms with 6,000', most({ name, value, base, show: milliseconds }, 80)))
  const page = await open(app)
  for (const figure of await ownChanges(app, page)) add(figure)
  await page.context().close()
  add(await slowPhone(app))
  expect(report('presses', figures)).toEqual([])
})

/** Of Željka's entries; with the reactions to Jonas' own that makes 3,750. */
const unseen = 3_000

/**
 * The middle of three devices of the press that opens their first sheet: all its code runs for the first time.
 *
 * @param isWhole waits until the sheet shows what it has to show
 */
async function onNewDevices(
  app: TestApp,
  press: (page: Page) => Promise<() => Promise<void>>,
  isWhole: (sheet: Locator) => Promise<void>,
): Promise<number> {
  const times: number[] = []
  for (let device = 0; device < 3; device += 1) {
    await leaveUnseen(app.server, unseen)
    const page = await open(app)
    times.push(await cost(page, await press(page)))
    await isWhole(page.getByRole('dialog'))
    await page.context().close()
  }
  return median(times)
}

/** A sheet with next to nothing in it. */
const reactions = async (page: Page) =>
  pressOn(cards(page).nth(1).getByRole('button', { name: 'Reagieren' }))

const bell = async (page: Page) => {
  const button = page.getByRole('button', { name: /^Neu für dich/ })
  await expect(button).toContainText('99+')
  return pressOn(button)
}

async function ownChanges(app: TestApp, page: Page): Promise<Figure[]> {
  await page.evaluate(() => window.scrollTo(0, 0))
  await cards(page).first().waitFor()
  const toggle = await middleOf(page, async () =>
    pressOn(cards(page).first().getByRole('button', { name: 'Erledigt' })),
  )
  const reaction = await middleOf(page, reactionSteps)
  const save = await middleOf(page, saveSteps)
  const parts = (await middleOf(page, closeSteps)) + (await arrival(app, page))
  const tab = await middleOf(page, async (_, round) => pressOn(tabOf(page, round)))
  return [
    since('97 ms', atMost('own toggle, 10,000 entries, CPU', toggle, 40, milliseconds)),
    since('95 ms', atMost('own reaction, 10,000 entries, CPU', reaction, 40, milliseconds)),
    since('121 ms', most({ ...newEntry, value: save, base: parts, show: milliseconds }, 40)),
    since('157–187 ms', atMost('tab switch, CPU', tab, 60, milliseconds)),
  ]
}

const newEntry = {
  name: 'own new entry, 10,000 entries, CPU (beside: an empty form closes, an entry arrives)',
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
  await settled(page)
  return pressOn(dialog.getByRole('button', { name: 'Eintragen' }))
}

const closeSteps: Steps = async (page) => {
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await dialog.getByLabel('Text', { exact: true }).waitFor()
  await settled(page)
  return pressOn(dialog.getByRole('button', { name: 'Abbrechen' }))
}

/** Both layouts have these; the phone's bar has none for all of them. */
const tabNames = [/^\W*Erzählen/, /^\W*Gedanken/, /^\W*Ideen/, /^\W*Übersetz/]

function tabOf(page: Page, round: number): Locator {
  const name = tabNames[round % tabNames.length] ?? /Erzählen/
  return page.getByRole('navigation', { name: 'Bereiche' }).getByRole('button', { name })
}

/** What one feels on a phone four times slower than this machine. */
async function slowPhone(app: TestApp): Promise<Figure> {
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
  return atMost('INP p98, 10,000 entries, CPU 4×', percentile(times, 98), 100, milliseconds)
}

async function pressSettled(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const press = await pressOn(target)
  await settled(page)
  await press()
  await settled(page)
}
