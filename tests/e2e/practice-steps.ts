import type { Locator, Page } from '@playwright/test'
import { expect, firstPartner, type DeviceOptions, type TestApp } from '../support/e2e.ts'
import { rightAnswer, settle } from './quiz-steps.ts'

const day = 86_400_000

/**
 * Noon of the day this many days ago, for the clock of a device that practises: the server takes the time of a
 * review from the device where it lies in the past.
 */
export function daysAgo(count: number): Date {
  return new Date(`${new Date(Date.now() - count * day).toISOString().slice(0, 10)}T11:00:00Z`)
}

/** The translations tab of a person's new device. */
export async function openWords(
  app: TestApp,
  options: DeviceOptions & { readonly at: Date },
  partner: Parameters<TestApp['signedIn']>[0] = firstPartner,
): Promise<Page> {
  const page = await app.signedIn(partner, options)
  await page.getByRole('button', { name: /^Übersetz(?:en|ungen)$/u }).click()
  return page
}

/** The button, with this number of cards that are due; 0 for none. */
export function practiceButton(page: Page, due: number): Locator {
  const number = due === 1 ? '1 Karte ist' : `${due} Karten sind`
  return page.getByRole('button', {
    name: due === 0 ? 'Üben' : `Üben, ${number} heute dran`,
    exact: true,
  })
}

/** Opens "Üben" once the button has this number. */
export async function openPractice(page: Page, due: number): Promise<Locator> {
  await practiceButton(page, due).click()
  const practice = page.getByRole('dialog', { name: 'Üben' })
  await practice.getByText(/^(?:Noch \d|Letzte Karte|Für heute|Hier gibt)/u).waitFor()
  await settle(page)
  return practice
}

/** The field for the answer. */
export function answerField(practice: Locator): Locator {
  return practice.getByRole('textbox', { name: 'Deine Antwort' })
}

/** Types this on the open card and shows what is right. */
export async function reply(practice: Locator, text: string): Promise<void> {
  await answerField(practice).fill(text)
  await practice.getByRole('button', { name: 'Zeigen' }).click()
  await practice.getByRole('button', { name: 'Weiter' }).waitFor()
  await settle(practice.page())
}

/** Goes on to the next card or the end. */
export async function pressNext(practice: Locator): Promise<void> {
  await practice.getByRole('button', { name: 'Weiter' }).click()
  await answerField(practice).or(practice.getByText('geübt.')).waitFor()
  await settle(practice.page())
}

/** Answers every card that is left as it is written in these words, such as "Haus | kuća". */
export async function knowAll(practice: Locator, words: readonly string[]): Promise<void> {
  do {
    await reply(practice, await rightAnswer(practice, words))
    await expect(practice.getByText('Richtig!').last()).toBeVisible()
    await pressNext(practice)
  } while (await answerField(practice).isVisible())
}

/** The one entry of the journal, changed and deleted by its author on another device. */
export async function onlyWord(app: TestApp) {
  const { rest } = await app.server.client(firstPartner.name)
  const { data } = await rest.from('entries').select('id').single()
  const done = ({ error }: { readonly error: unknown }) => expect(error).toBeNull()
  return {
    edit: async (change: object) =>
      done(await rest.from('entries').update(change).eq('id', data?.id)),
    remove: async () => done(await rest.from('entries').delete().eq('id', data?.id)),
  }
}

/** Run in the page: voices as a system has them. */
export function withLocalVoice(): void {
  const said: string[] = []
  Object.assign(window, { said })
  Object.assign(speechSynthesis, {
    getVoices: () => [{ lang: 'hr-HR', localService: true, name: 'Lana' }],
    speak: ({ text, lang }: SpeechSynthesisUtterance) => said.push(`${text} ${lang}`),
  })
  Reflect.defineProperty(SpeechSynthesisUtterance.prototype, 'voice', {
    value: null,
    writable: true,
  })
}

export function withRemoteVoice(): void {
  Object.assign(speechSynthesis, {
    getVoices: () => [{ lang: 'hr-HR', localService: false, name: 'Lana' }],
  })
}
