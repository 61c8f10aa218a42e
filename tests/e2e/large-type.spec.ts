import type { Locator, Page } from '@playwright/test'
import { expect, firstPartner, secondPartner, test, type TestApp } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { cardOf, openForm, textField } from './entry-steps.ts'
import { layoutFaults } from './layout-faults.ts'
import { allLoaded, openFilters, react, seed, tab } from './main-screen-steps.ts'
import { choosePhotos, photosShown, pictureFile } from './photo-steps.ts'
import { answerField, openPractice, reply } from './practice-steps.ts'
import { like, openAddQuote, openFavourites } from './quote-steps.ts'
import { chooseFor, repliesOf, seedReplies } from './reply-steps.ts'
import { pressNext, options, settle, startQuiz, writeWords } from './quiz-steps.ts'

/** A window's width and height, and the size of letters that its browser is set to, all in CSS pixels. */
const forms = [
  [320, 568, 16],
  [320, 568, 32],
  [390, 844, 24],
  [1440, 900, 24],
] as const

/** The longest words of an ordinary journal; their quiz has each of them among the options. */
const words = [
  'Schlüssel | ključ',
  'Schmetterling | leptir',
  'guten Tag, hallo | dobar dan, bok',
  'Sehnsucht | čežnja',
] as const

/** Sets the size of letters in the browser's settings; the journal opens again with it. */
async function setLetters(page: Page, size: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  // They lie on a phone's page.
  const hidden = (page.viewportSize()?.width ?? 0) < 768
  await session.send('Emulation.setScrollbarsHidden', { hidden })
  await session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } })
  await page.reload()
  await expect
    .poll(async () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${size}px`)
}

async function fill(app: TestApp): Promise<void> {
  await writeWords(app, words)
  const text = 'Am Abend sind wir noch einmal zum Fluss gegangen, und die alte Frau hat gewunken.'
  const id = await seed(app, 'Željka', { content: text, category: 'erzaehlen' })
  for (const emoji of ['❤️', '🎉', '😂'] as const) await react(app, 'Željka', id, emoji)
  await react(app, 'Jonas', id, '🎉')
  await seedReplies(app, id, [
    { by: 'Željka', content: 'Und der Donaudampfschifffahrtskapitän auch.' },
    { by: 'Jonas', content: 'Ja.' },
    { by: 'Jonas', content: 'https://example.org/ein/langer/weg/zum/fluss/und/wieder/zurueck' },
  ])
  const scheduledDate = new Date('2026-12-24T19:30:00+01:00')
  await seed(app, 'Jonas', { content: 'Zum Meer', category: 'ideen', scheduledDate })
  await seed(app, 'Jonas', { content: 'Nur für mich', isPrivate: true, completed: true })
  const quote = { text: 'Ein Umweg ist auch ein Weg.', author: 'Željka, am Bahnhof von Rijeka' }
  await like(app, firstPartner, quote)
}

for (const [width, height, size] of forms)
  test(`with letters of ${size} px all can be read and used at ${width} × ${height} px`, async ({
    app,
  }) => {
    await fill(app)
    const page = await app.signedIn(firstPartner, {
      viewport: { width, height },
      at: ordinaryPresent(),
    })
    await setLetters(page, size)
    const isSound = async (screen: string) =>
      expect.soft(await layoutFaults(page), screen).toEqual([])
    const isPhone = width < 48 * size

    await test.step('the main screen', async () => {
      await expect(cardOf(page, 'Am Abend')).toBeVisible()
      await allLoaded(page)
      await isSound('main screen')
      await openFilters(page)
      await isSound('filters')
      await cardOf(page, 'Am Abend').getByRole('button', { name: 'Reagieren' }).click()
      await expect(page.getByRole('button', { name: 'Herz', exact: true })).toBeVisible()
      await isSound('reactions')
      await page.keyboard.press('Escape')
    })

    await test.step('the calendar of the list, and its menu of months', async () => {
      await page.getByRole('button', { name: 'Kalender öffnen' }).click()
      const drawer = page.getByRole('dialog', { name: 'Kalender' })
      await expect(drawer.getByRole('grid')).toBeVisible()
      await isSound('calendar of the list')
      await page.getByRole('button', { name: /anderen Monat wählen$/ }).click()
      const menu = page.getByRole('dialog', { name: 'Monat wählen' })
      await expect(menu).toBeVisible()
      await isSound('months')
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
    })

    await test.step('replies, and the field in which one can be written', async () => {
      const card = cardOf(page, 'Am Abend')
      await card.getByRole('button', { name: '1 weitere Antwort' }).click()
      await isSound('replies')
      await chooseFor(page, repliesOf(card).last())
      await isSound('what to do with a reply')
      await page.keyboard.press('Escape')
      await card.getByRole('button', { name: 'Antworten', exact: true }).click()
      const field = page.getByRole('textbox', { name: 'Deine Antwort' })
      await expect(field).toBeFocused()
      await isSound('a reply')
      expect(await seenOf(field)).toBeGreaterThan(size * 1.5)
      await page.keyboard.press('Escape')
    })

    await test.step('the form, in which something can be written', async () => {
      const form = await openForm(page, 'Ideen')
      const lake = await pictureFile(page, { name: 'see.jpg', colour: 'teal' })
      await choosePhotos(form, [lake, lake])
      await photosShown(form, 2)
      await isSound('form')
      for (const place of [2, 1])
        await form.getByRole('button', { name: `Foto ${place} entfernen` }).click()
      await form.getByRole('button', { name: 'Datum wählen' }).click()
      await expect(
        page.getByRole('dialog', { name: 'Datum wählen' }).getByRole('grid'),
      ).toBeVisible()
      await isSound('calendar')
      await page.keyboard.press('Escape')
      await form.getByRole('radio', { name: 'Übersetzungen' }).check()
      await isSound('form of a translation')
      await form.getByRole('radio', { name: 'Gedanken' }).check()
      await textField(form).click()
      await page.keyboard.type('Groß geschrieben')
      expect(await seenOf(textField(form))).toBeGreaterThan(size * 1.5)
      await form.getByRole('button', { name: 'Eintragen' }).click()
      await expect(cardOf(page, 'Groß geschrieben')).toBeVisible()
      await isSound('a toast')
    })

    await test.step('the bell, and what is stored on this device', async () => {
      await page.getByRole('button', { name: /^Neu für dich/ }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      await isSound('bell')
      await page.getByRole('button', { name: 'Auf diesem Gerät', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'Auf diesem Gerät' })).toBeVisible()
      await isSound('device')
      await page.keyboard.press('Escape')
    })

    await test.step('the search', async () => {
      await page.getByRole('button', { name: 'Suchen' }).click()
      const field = page.getByRole('textbox', { name: 'Im Tagebuch suchen' })
      await field.fill('abend')
      await expect(page.locator('article:visible mark')).toBeVisible()
      await isSound('search')
      await field.fill('xyz')
      await expect(page.getByText('Dazu steht hier noch nichts')).toBeVisible()
      await isSound('nothing found')
      await page.keyboard.press('Escape')
    })

    await test.step('the favourites', async () => {
      await openFavourites(page)
      await expect(page.getByRole('article')).toBeVisible()
      await isSound('favourites')
      const dialog = await openAddQuote(page)
      await isSound('a new quote')
      await dialog.getByRole('button', { name: 'Abbrechen' }).click()
      await page.getByRole('button', { name: 'Zurück' }).click()
    })

    await test.step('practice, whose field and button can be reached', async () => {
      await tab(page, isPhone ? 'Übersetzen' : 'Übersetzungen').click()
      await isSound('words')
      const practice = await openPractice(page, 2 * words.length)
      await isSound('a card')
      await answerField(practice).scrollIntoViewIfNeeded()
      await expect.soft(answerField(practice)).toBeInViewport({ ratio: 1 })
      await reply(practice, 'Zug')
      await isSound('a wrong answer')
      const onward = practice.getByRole('button', { name: 'Weiter' })
      await onward.scrollIntoViewIfNeeded()
      await expect.soft(onward).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await practice.waitFor({ state: 'hidden' })
    })

    await test.step('the quiz, whose four answers are on the screen with every question', async () => {
      const quiz = await startQuiz(page)
      const restore = await showLongestScore(quiz)
      await isSound('the last question after nine right answers')
      for (const option of await options(quiz).all())
        await expect.soft(option).toBeInViewport({ ratio: 1 })
      await restore()
      const onward = quiz.getByRole('button', { name: /Nächste Frage|Ergebnis anzeigen/u })
      const asked = new Set<string>()
      // Chance draws the directions: until every word was asked in both.
      for (let question = 1; asked.size < 2 * words.length; question++) {
        asked.add(await quiz.getByRole('heading', { level: 3 }).innerText())
        await isSound('a question')
        for (const part of [quiz.getByText(/^Frage \d/u), ...(await options(quiz).all())])
          await expect.soft(part).toBeInViewport({ ratio: 1 })
        await options(quiz).last().click()
        await settle(page)
        await expect.soft(onward).toBeInViewport({ ratio: 1 })
        await isSound('an answer')
        await pressNext(page, quiz)
        if (question % words.length > 0) continue
        await isSound('a result')
        await quiz.getByRole('button', { name: 'Nochmal spielen' }).click()
        await settle(page)
      }
    })
  })

test('the favourites’ tabs and subtitle are a row each on a phone', async ({ app }) => {
  const quotes = Array.from({ length: 96 }, (_, index) => ({
    text: `Satz ${index}`,
    author: 'Wir',
  }))
  await like(app, firstPartner, ...quotes.slice(0, 60))
  await like(app, secondPartner, ...quotes.slice(36))
  const page = await app.signedIn(firstPartner, { viewport: { width: 390, height: 800 } })
  await setLetters(page, 16)
  await openFavourites(page)
  await expect(page.getByRole('tab')).toHaveText([
    'Alle (96)',
    'Meine (60)',
    'Željka (60)',
    'Gemeinsam (24)',
  ])
  for (const width of [390, 360])
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 800 })
      const rows = await page
        .getByRole('tab')
        .evaluateAll((tabs) => tabs.map((one) => one.getBoundingClientRect().top))
      expect(new Set(rows).size).toBe(1)
      const lines = await page.getByText('Worte, die euch etwas bedeuten').evaluate((subtitle) => {
        const range = document.createRange()
        range.selectNodeContents(subtitle)
        return range.getClientRects().length
      })
      expect(lines).toBe(1)
      expect(await layoutFaults(page)).toEqual([])
    })
})

/** Has the quiz say the longest that it can of the score; the result puts back what it said. */
async function showLongestScore(quiz: Locator): Promise<() => Promise<void>> {
  const line = quiz.getByText(/^Frage \d/u).locator('..')
  const say = async (words: readonly string[]) =>
    line.evaluate((element, given) => {
      const parts = [...element.children]
      const before = parts.map(({ textContent }) => textContent)
      for (const [index, part] of parts.entries()) part.textContent = given[index] ?? ''
      return before
    }, words)
  const before = await say(['Frage 10 von 10', '40,5 Punkte'])
  return async () => {
    await say(before)
  }
}

/** How many pixels of its height can be seen. */
async function seenOf(control: Locator): Promise<number> {
  return control.evaluate(
    async (element) =>
      new Promise<number>((resolve) => {
        new IntersectionObserver(([entry]) => resolve(entry?.intersectionRect.height ?? 0)).observe(
          element,
        )
      }),
  )
}
