import type { Locator, Page } from '@playwright/test'
import { expect, secondPartner } from '../support/e2e.ts'
import { react, seed, tab } from '../e2e/main-screen-steps.ts'
import { toasts } from '../e2e/entry-steps.ts'
import { fillQuote, like, openAddQuote, openFavourites } from '../e2e/quote-steps.ts'
import {
  answer,
  pressNext,
  openTranslations,
  settle,
  startQuiz,
  tenWords,
  writeTranslations,
  writeWords,
} from '../e2e/quiz-steps.ts'
import { writeSampleQuotes } from './sample-quotes.ts'
import { journey, ordinaryDay, type Journey } from './gallery.ts'

async function openBell(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Neu für dich/ }).click()
  return page.getByRole('dialog', { name: 'Neu für dich' })
}

journey('bell', async ({ openSample, take }) => {
  const page = await openSample()
  const bell = await openBell(page)
  await expect(bell.getByRole('listitem').first()).toBeVisible()
  await take(page, 'news')
  await bell.getByRole('button', { name: /^Anstupser/ }).click()
  await expect(bell.getByRole('region', { name: 'Anstupser' })).toBeVisible()
  await take(page, 'nudges')
})

journey('device', async ({ openSample, take }) => {
  const page = await openSample()
  const bell = await openBell(page)
  await bell.getByRole('button', { name: 'Auf diesem Gerät', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Auf diesem Gerät' })
  await expect(dialog.getByText('Alles ist gesendet.')).toBeVisible()
  await take(page, 'stored')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Alles mitnehmen' }).click()
  await download
  await dialog.getByRole('button', { name: 'Noch einmal sichern' }).scrollIntoViewIfNeeded()
  await take(page, 'taken along')
})

journey('favourites', async ({ app, openSample, take }) => {
  const page = await openSample()
  await openFavourites(page)
  await expect(page.getByText('Noch keine Lieblingszitate vorhanden')).toBeVisible()
  await take(page, 'empty')
  await writeSampleQuotes(app.server, ordinaryDay.getTime())
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(4)
  await take(page, 'all')
  await page.getByRole('tab', { name: /^Gemeinsam/ }).click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await take(page, 'shared')
  await page.getByRole('tab', { name: /^Alle/ }).click()
  await page.getByRole('button', { name: 'Suchen' }).click()
  await page.getByRole('textbox', { name: 'In den Zitaten suchen' }).fill('weg')
  await expect(page.locator('article mark').first()).toBeVisible()
  await take(page, 'search')
  await page.keyboard.press('Escape')
  const dialog = await openAddQuote(page)
  await take(page, 'new quote')
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click()
  await expect(toasts(page)).toContainText('Fehlende Informationen')
  await take(page, 'new quote, fields missing')
  await fillQuote(dialog, { text: 'Zu zweit ist jeder Umweg kürzer.', author: 'Oma' })
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click()
  await expect(toasts(page)).toContainText('Zitat hinzugefügt')
  await expect(dialog).toBeHidden()
  await take(page, 'added')
})

async function openQuiz({ app, options }: Journey): Promise<readonly [Page, Locator]> {
  await writeWords(app, tenWords)
  const page = await openTranslations(app, options)
  return [page, await startQuiz(page)]
}

journey('quiz', async (one) => {
  const { take } = one
  const [page, quiz] = await openQuiz(one)
  await take(page, 'question')
  await answer(page, quiz, tenWords, 'right')
  await take(page, 'right')
  await pressNext(page, quiz)
  await answer(page, quiz, tenWords, 'wrong', 6)
  await take(page, 'wrong')
  await pressNext(page, quiz)
  await page.clock.runFor(11_000)
  await take(page, 'little time')
  await page.clock.runFor(5000)
  await expect(quiz.getByText('Die Zeit ist um.').last()).toBeVisible()
  await take(page, 'out of time')
  await settle(page)
  await pressNext(page, quiz)
  for (let question = 4; question <= 10; question += 1) {
    await answer(page, quiz, tenWords)
    if (question === 6 || question === 10) await take(page, `streak, question ${question}`)
    if (question < 10) await pressNext(page, quiz)
  }
  await quiz.getByRole('button', { name: 'Ergebnis anzeigen' }).click()
  await settle(page)
  await expect(quiz.getByText('Erfolgsquote')).toBeVisible()
  await take(page, 'result')
})

journey('quiz, long words', async ({ app, options, take }) => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze und noch einige Wörter dahinter'
  await writeWords(
    app,
    [1, 2, 3, 4].map((number) => `${long} ${number} | ${number} dunavsko parobrodarsko društvo`),
  )
  const page = await openTranslations(app, options)
  await startQuiz(page)
  await take(page, 'question')
})

journey('quiz, too few words', async ({ app, open, options, take, form: { layout } }) => {
  await writeTranslations(app, ['kein Wort', 'auch keines', 'Haus', 'nichts'])
  const page = await openTranslations(app, options)
  await page.getByRole('button', { name: 'Quiz starten' }).click()
  await expect(page.getByRole('dialog', { name: 'Quiz nicht verfügbar' })).toBeVisible()
  await take(page, 'none')
  await app.server.sql()`truncate entries, removals cascade`
  await writeWords(app, ['Haus | kuća'])
  const other = await open()
  await tab(other, layout === 'phone' ? 'Übersetzen' : 'Übersetzungen').click()
  await expect(other.getByText('Ab 4 Übersetzungen')).toBeVisible()
  await take(other, 'button')
})

journey('quote that is liked', async ({ app, openSample, take }) => {
  const page = await openSample()
  const quote = page.getByRole('region', { name: 'Zitat des Tages' })
  const shown = (await quote.locator('blockquote').innerText()).slice(1, -1)
  const author = (await quote.getByText(/^– /).innerText()).slice(2)
  await quote.getByRole('button', { name: 'Gefällt mir' }).click()
  await like(app, secondPartner, { text: shown, author })
  await take(page, 'by both')
})

journey('card of the partner', async ({ app, open, take }) => {
  const createdAt = ordinaryDay
  const id = await seed(app, 'Željka', { content: 'Nur ihres', category: 'erzaehlen', createdAt })
  await react(app, 'Jonas', id, '❤️')
  const page = await open()
  await page.getByRole('button', { name: /^Herz/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await take(page, 'who reacted')
})
