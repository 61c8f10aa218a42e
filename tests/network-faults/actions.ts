import type { Locator, Page } from '@playwright/test'

import {
  openEdit,
  openForm,
  remove,
  textField,
  toasts,
  toggleOf,
  write,
} from '../e2e/entry-steps.ts'
import { repliesOf, openField } from '../e2e/reply-steps.ts'
import { fillQuote, openAddQuote, openFavourites, quoteBlock } from '../e2e/quote-steps.ts'
import type { Chance } from './chance.ts'
import type { FaultyDevice } from './device.ts'
import type { Trace } from './trace.ts'

/** The actions of people, with their frequencies. */
const weights = {
  create: 26,
  edit: 12,
  privacy: 10,
  toggle: 9,
  delete: 16,
  undo: 4,
  react: 24,
  reply: 18,
  editReply: 6,
  deleteReply: 8,
  tell: 8,
  like: 5,
  quote: 4,
  practise: 16,
  reload: 3,
}
type Action = keyof typeof weights

/** How many of the actions that were begun came to their end. */
export interface Tally {
  begun: number
  done: number
}

interface Step {
  readonly page: Page
  readonly chance: Chance
  /** A unique text. */
  readonly text: string
}

/** The texts of a run's entries, by which the screen's list is compared; those of replies are others. */
export const textPattern = /Eintrag \S+-\d+/

/** Does one random thing on a random tab of the device; what the faults prevent is left. */
export async function actOnce(
  device: FaultyDevice,
  number: number,
  trace: Trace,
  tally: Tally,
): Promise<void> {
  const { chance, name } = device
  const tabs = device.tabs()
  if (tabs.length === 0) return
  const page = chance.pick(tabs)
  const action = chance.weighted(weights)
  const text = `Eintrag ${name}-${number}`
  tally.begun += 1
  try {
    const what = await steps[action]({ page, chance, text })
    trace.note(name, `${action}${what === undefined ? '' : ` ${what}`}`)
    tally.done += 1
  } catch (cause) {
    const line = cause instanceof Error ? cause.message.split('\n')[0] : 'unknown'
    trace.note(name, `${action} not done: ${line ?? ''}`)
    await comeBack(page)
  }
}

/** Closes open layers, and goes home if the page is not the list. */
async function comeBack(page: Page): Promise<void> {
  try {
    for (let times = 0; times < 2; times += 1) await page.keyboard.press('Escape')
    const home = page.getByRole('button', { name: 'Neuer Eintrag', exact: true })
    const isHome = new URL(page.url()).pathname === '/' && (await home.isVisible())
    if (!isHome || (await page.getByRole('dialog').isVisible())) await page.goto('/')
    await showAll(page)
  } catch {
    // A tab that has crashed, or no way to the server: the next step says so again.
  }
}

const steps: Readonly<Record<Action, (step: Step) => Promise<string | undefined>>> = {
  async create({ page, chance, text }) {
    const category = chance.pick(['Erzählen', 'Ideen', 'Gedanken'])
    if (!chance.happens(0.2)) await write(page, text, category)
    else {
      const form = await openForm(page, category)
      await textField(form).fill(text)
      await form.getByRole('switch').click()
      await submit(form, 'Eintragen')
    }
    return text
  },
  async edit({ page, chance, text }) {
    const form = await openEdit(page, await someCard(page, chance))
    const field = firstField(form)
    const before = await field.inputValue()
    await field.fill(text)
    await submit(form, 'Speichern')
    return `${before} to ${text}`
  },
  async privacy({ page, chance }) {
    const form = await openEdit(page, await someCard(page, chance))
    const before = await firstField(form).inputValue()
    await form.getByRole('switch').click({ timeout: 1000 })
    await submit(form, 'Speichern')
    return before
  },
  async toggle({ page, chance }) {
    await toggleOf(await someCard(page, chance)).click()
    return undefined
  },
  async delete({ page, chance }) {
    const card = await someCard(page, chance)
    const text = textPattern.exec(await card.innerText())?.[0]
    await remove(page, card)
    return text
  },
  async undo({ page, chance }) {
    await remove(page, await someCard(page, chance))
    await undoLater(page, chance)
    return undefined
  },
  async react({ page, chance }) {
    const card = await someCard(page, chance)
    await card.getByRole('button', { name: 'Reagieren' }).click()
    const grid = page.getByRole('group', { name: 'Reaktion wählen' })
    await grid.getByRole('button').nth(chance.below(3)).click()
    return textPattern.exec(await card.innerText())?.[0]
  },
  async reply({ page, chance, text }) {
    const card = await someCard(page, chance)
    await fillReply(await openField(page, card), replyText(text))
    return replyText(text)
  },
  async editReply({ page, chance, text }) {
    await chooseForOwn(page, chance, 'Antwort bearbeiten')
    const field = page.getByRole('textbox', { name: 'Deine Antwort' })
    await fillReply(field, replyText(text))
    return replyText(text)
  },
  async deleteReply({ page, chance }) {
    const before = await chooseForOwn(page, chance, 'Antwort löschen')
    if (!chance.happens(0.3)) return before
    await undoLater(page, chance)
    return `${before} and back`
  },
  async tell({ page, chance, text }) {
    const asked = page.getByRole('button', { name: /^Wie war’s\?$|^Auch erzählen$/ })
    if ((await asked.count()) === 0)
      await toggleOf(await write(page, text.replace('-', '-idee-'), 'Ideen')).click()
    await asked.first().waitFor()
    await asked.nth(chance.below(Math.min(await asked.count(), 4))).click()
    const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
    await textField(form).fill(text)
    await submit(form, 'Eintragen')
    return text
  },
  async like({ page, chance }) {
    const block = quoteBlock(page)
    if (chance.happens(0.6)) await block.getByRole('button', { name: 'Anderes Zitat' }).click()
    await block.getByRole('button', { name: 'Gefällt mir' }).click()
    return undefined
  },
  async quote({ page, chance, text }) {
    await openFavourites(page)
    const removable = page.getByRole('button', { name: 'Zitat löschen' })
    if (chance.happens(0.4) && (await removable.count()) > 0) await removable.first().click()
    else {
      const dialog = await openAddQuote(page)
      await fillQuote(dialog, { text, author: 'Oma' })
      await submit(dialog, 'Hinzufügen')
    }
    await page.goto('/')
    return undefined
  },
  async practise({ page, chance, text }) {
    await page.getByRole('button', { name: 'Übersetzungen', exact: true }).click()
    const due = page.getByRole('button', { name: /^Üben, /u })
    if ((await due.count()) === 0) await writeWord(page, text)
    await due.click()
    const practice = page.getByRole('dialog', { name: 'Üben' })
    const answer = practice.getByRole('textbox', { name: 'Deine Antwort' })
    await answer.waitFor()
    await page.waitForTimeout(noSecondPress)
    const [asked = ''] = /(?:Eintrag|Riječ) \S+-\d+/u.exec(await practice.innerText()) ?? []
    const right = asked.startsWith('Eintrag')
      ? inCroatian(asked)
      : asked.replace('Riječ', 'Eintrag')
    await answer.fill(chance.happens(0.7) ? right : '')
    await practice.getByRole('button', { name: 'Zeigen' }).click()
    await practice
      .getByText(/^(?:Richtig!|Nicht ganz|So heißt es)/u)
      .first()
      .waitFor()
    await page.waitForTimeout(noSecondPress)
    // A round that is left after its answer counts it.
    if (chance.happens(0.5)) await practice.getByRole('button', { name: 'Weiter' }).click()
    await page.keyboard.press('Escape')
    await showAll(page)
    return asked
  },
  async reload({ page }) {
    await page.reload()
    return undefined
  },
}

/** One of the newest cards. */
async function someCard(page: Page, chance: Chance): Promise<Locator> {
  const cards = page.getByRole('article')
  const count = await cards.count()
  if (count === 0) throw new Error('no card on the screen')
  return cards.nth(chance.below(Math.min(count, 14)))
}

/** The field of an entry's form, or the first of a word's. */
function firstField(form: Locator): Locator {
  return form.getByRole('textbox').first()
}

/** Writes a translation entry through the form. */
async function writeWord(page: Page, text: string): Promise<void> {
  const form = await openForm(page, 'Übersetzungen')
  await form.getByRole('textbox', { name: 'Deutsch' }).fill(text)
  await form.getByRole('textbox', { name: 'Kroatisch' }).fill(inCroatian(text))
  await submit(form, 'Eintragen')
}

/** Back to the list of all, after practice. */
export async function showAll(page: Page): Promise<void> {
  const all = page.getByRole('button', { name: 'Alle', exact: true })
  if ((await all.getAttribute('aria-pressed')) !== 'true') await all.click()
}

/** Milliseconds in which a press would count as the second half of a double click. */
const noSecondPress = 500

const inCroatian = (text: string) => text.replace('Eintrag', 'Riječ')

const replyText = (text: string) => text.replace('Eintrag', 'Antwort')

async function fillReply(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Control+Enter')
  await field.waitFor({ state: 'hidden' })
}

/** Opens what can be done with one of the person's own replies on the screen; returns its text. */
async function chooseForOwn(page: Page, chance: Chance, label: string): Promise<string> {
  const menu = page.getByRole('button', { name: 'Was tun mit dieser Antwort?' })
  const own = repliesOf(page.getByRole('article')).filter({ has: menu })
  const count = await own.count()
  if (count === 0) throw new Error('no own reply on the screen')
  const line = own.nth(chance.below(Math.min(count, 8)))
  const text = /Antwort \S+-\d+/.exec(await line.innerText())?.[0] ?? ''
  await line.getByRole('button', { name: 'Was tun mit dieser Antwort?' }).click()
  await page.getByRole('button', { name: label }).click()
  return text
}

async function submit(form: Locator, name: string): Promise<void> {
  await form.getByRole('button', { name }).click()
  await form.waitFor({ state: 'hidden' })
}

async function undoLater(page: Page, chance: Chance): Promise<void> {
  await page.waitForTimeout(chance.between(100, 4500))
  await toasts(page).getByRole('button', { name: 'Rückgängig' }).first().click({ timeout: 2000 })
}
