import type { Locator, Page } from '@playwright/test'
import { expect, firstPartner, type DeviceOptions, type TestApp } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'

/** A Friday of no special day; ahead of today a session would have run out. */
const noon = new Date('2026-06-12T12:00:00+02:00')

const separator = ' | '

/** Ten words and their translations. */
export const tenWords = [
  'Haus | kuća',
  'Maus | miš',
  'Milch | mlijeko',
  'Baum | drvo',
  'Liebe | ljubav',
  'Kind | dijete',
  'Schlüssel | ključ',
  'Schmetterling | leptir',
  'guten Tag, hallo | dobar dan, bok',
  'Sehnsucht | čežnja',
] as const

/** Writes translation entries of the first partner; `Haus | kuća` gets its flags. */
export async function writeWords(app: TestApp, words: readonly string[]): Promise<void> {
  await writeTranslations(
    app,
    words.map((word) => {
      const [german, croatian] = word.split(separator)
      return `🇩🇪 ${german} | 🇭🇷 ${croatian}`
    }),
  )
}

/** Writes entries of the category with exactly this content. */
export async function writeTranslations(app: TestApp, contents: readonly string[]) {
  const { rest, id } = await app.server.client(firstPartner.name)
  const written = {
    user_id: id,
    category: 'uebersetzungen',
    created_at: ordinaryPresent().toISOString(),
  }
  const { error } = await rest
    .from('entries')
    .insert(contents.map((content) => ({ ...written, content })))
  expect(error).toBeNull()
}

/** The translations tab on a device whose clock the test moves. */
export async function openTranslations(app: TestApp, options: DeviceOptions): Promise<Page> {
  const page = await app.signedIn(firstPartner, { at: noon, ...options })
  await page.getByRole('button', { name: /^Übersetz(?:en|ungen)$/u }).click()
  await page.getByRole('button', { name: 'Quiz starten' }).waitFor()
  return page
}

/** Opens the quiz with its clock standing at 15 s. */
export async function startQuiz(page: Page): Promise<Locator> {
  const quiz = page.getByRole('dialog', { name: 'Übersetzungsquiz' })
  // Once with a running clock, because loading its code takes timers of its own.
  await page.getByRole('button', { name: 'Quiz starten' }).click()
  await quiz.waitFor()
  await page.keyboard.press('Escape')
  await quiz.waitFor({ state: 'hidden' })
  // It refuses a moment that has passed; by then it stands, so the next one is ahead.
  await expect(async () =>
    page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000)),
  ).toPass()
  await page.getByRole('button', { name: 'Quiz starten' }).click()
  // Only a question that is there counts the moment in which it takes no press.
  await expect(quiz.getByText(/^Frage 1 von/u)).toBeVisible()
  await settle(page)
  return quiz
}

/** Lets the moment pass in which a press would count as the second half of a double click. */
export async function settle(page: Page): Promise<void> {
  await page.clock.runFor(400)
}

/** The prompt, and its right answer among the words that the test wrote. */
export async function rightAnswer(quiz: Locator, words: readonly string[]): Promise<string> {
  const asked = await quiz.getByRole('heading', { level: 3 }).innerText()
  for (const word of words) {
    const [german = '', croatian = ''] = word.split(separator)
    if (asked.endsWith(`\n${german}`) && asked.includes('Kroatisch')) return croatian
    if (asked.endsWith(`\n${croatian}`) && asked.includes('Deutsch')) return german
  }
  throw new Error(`no word of the test is asked: ${asked}`)
}

/** The four options in their order. */
export function options(quiz: Locator): Locator {
  return quiz.getByRole('list', { name: 'Antworten' }).getByRole('button')
}

/** The option with exactly this text, its number or mark aside. */
export async function optionOf(quiz: Locator, text: string): Promise<Locator> {
  const texts = await optionTexts(quiz)
  const at = texts.indexOf(text)
  if (at === -1) throw new Error(`${text} is not among ${texts.join(', ')}`)
  return options(quiz).nth(at)
}

/** The options' words without their numbers. One by one: asking for all of them ends Firefox's page by WebDriver BiDi. */
export async function optionTexts(quiz: Locator): Promise<readonly string[]> {
  const words = await quiz.locator('ol button > [lang]').all()
  return Promise.all(words.map(async (word) => word.innerText()))
}

/** Chooses the right option, or a wrong one, after this number of seconds. */
export async function answer(
  page: Page,
  quiz: Locator,
  words: readonly string[],
  given: 'right' | 'wrong' = 'right',
  seconds = 0,
): Promise<void> {
  await page.clock.runFor(seconds * 1000)
  const right = await rightAnswer(quiz, words)
  const texts = await optionTexts(quiz)
  const chosen = given === 'right' ? right : texts.find((text) => text !== right)
  await (await optionOf(quiz, chosen ?? '')).click()
  await expect(
    quiz.getByText(given === 'right' ? /^Richtig! \+/u : 'Leider falsch.').first(),
  ).toBeVisible()
  await settle(page)
}

/** "Nächste Frage" or "Ergebnis anzeigen". */
export async function pressNext(page: Page, quiz: Locator): Promise<void> {
  await quiz.getByRole('button', { name: /Nächste Frage|Ergebnis anzeigen/u }).click()
  await settle(page)
}

/** A figure of the result screen by its name. */
export function figure(quiz: Locator, name: string): Locator {
  return quiz
    .locator('dl > div')
    .filter({ has: quiz.page().getByText(name, { exact: true }) })
    .locator('dd')
}
