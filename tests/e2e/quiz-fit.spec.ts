import type { Locator } from '@playwright/test'
import { expect, phone, test } from '../support/e2e.ts'
import {
  openTranslations,
  options,
  pressNext,
  settle,
  startQuiz,
  writeWords,
} from './quiz-steps.ts'

/** Windows of low phones, upright and on their side, and the lowest ones with more distance between the answers. */
const windows = [
  [320, 480],
  [360, 480],
  [320, 568],
  [320, 577],
  [320, 640],
  [360, 640],
  [320, 753],
  [320, 833],
  [312, 840],
  [360, 833],
  [480, 753],
  [480, 320],
  [568, 320],
  [667, 375],
  [844, 390],
  [768, 577],
  [768, 753],
] as const

/** As long as a side of a translation may be: sentences, and words that are put together. */
const longest = [
  'Könntest du mir bitte sagen, wann der nächste Bus vom Bahnhof zum alten Hafen von Rijeka fährt, ja?? | Možeš li mi, molim te, reći kada vozi sljedeći autobus s kolodvora do stare luke u Rijeci, molim te?',
  'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsversammlungsprotokol | prijestolonasljednikovičinomodvučenomprijestolonasljednikovičinomodvučenomprijestolonasljednikovičinom',
  'Wenn der Regen aufhört, gehen wir mit den Kindern und dem Hund noch einmal um den ganzen See herum!! | Kad kiša prestane, ići ćemo s djecom i psom još jednom oko cijelog jezera, a onda kući na topli čaj!!',
  'Straßenbahnhaltestellenüberdachung, Grundstücksverkehrsgenehmigung und Rechtsschutzversicherungspolice | najneprotuustavotvornijih, elektroencefalografskih, otorinolaringoloških i međuparlamentarnih pitanja',
].map((word) =>
  word
    .split(' | ')
    .map((side) => Array.from(side).slice(0, 100).join(''))
    .join(' | '),
)

/** Run in the page: which of these elements can be seen whole; a part of a pixel is rounding. */
const shownParts = async (parts: readonly Element[]) =>
  Promise.all(
    parts.map(
      async (part) =>
        new Promise<boolean>((resolve) =>
          new IntersectionObserver(([entry], observer) => {
            observer.disconnect()
            resolve((entry?.intersectionRatio ?? 0) >= 0.99)
          }).observe(part),
        ),
    ),
  )

/** By how much what could be scrolled in the quiz is larger than its place. */
const scrolled = async (quiz: Locator) =>
  quiz.evaluate((root) =>
    [...root.querySelectorAll('div')]
      .filter((box) => getComputedStyle(box).overflowY === 'auto')
      .map((box) => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight])
      .filter(([right = 0, down = 0]) => right > 0 || down > 0),
  )

test('the longest words: all four answers are seen while the seconds run, in each window', async ({
  app,
}) => {
  await writeWords(app, longest)
  // A scroll bar of a size before takes no width that the next one needs.
  const page = await openTranslations(app, { viewport: phone, hidesScrollBars: true })
  const quiz = await startQuiz(page)
  const fit = async (parts: Locator, count: number, when: string) => {
    for (const [width, height] of windows) {
      await page.setViewportSize({ width, height })
      await expect(async () => {
        // The page's frames are those of its clock.
        await page.clock.runFor(20)
        const seen = await parts.evaluateAll(shownParts)
        expect(seen, `${when} at ${width} × ${height} px`).toEqual(Array(count).fill(true))
      }).toPass()
    }
  }
  for (let question = 1; question <= 4; question++) {
    await fit(quiz.locator('h3, ol button'), 5, `question ${question}`)
    // By the keyboard: a second press in the same place, right after the one that led here, counts for nothing.
    await options(quiz).last().press('Enter')
    await settle(page)
    const onward = quiz.getByRole('button', { name: /Nächste Frage|Ergebnis anzeigen/u })
    await fit(onward, 1, `answer ${question}`)
    await page.setViewportSize(phone)
    await settle(page)
    expect.soft(await scrolled(quiz)).toEqual([])
    await pressNext(page, quiz)
  }
})
