import { expect, firstPartner, test } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { tab } from './main-screen-steps.ts'
import { pressNext, options, settle, startQuiz, writeWords } from './quiz-steps.ts'

/** Windows of low phones, upright and on their side, and the lowest ones with more distance between the answers. */
const windows = [
  [320, 480],
  [360, 480],
  [320, 568],
  [320, 577],
  [320, 640],
  [360, 640],
  [320, 737],
  [320, 945],
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

for (const [width, height] of windows)
  test(`the longest words: all four answers are seen while the seconds run at ${width} × ${height} px`, async ({
    app,
  }) => {
    await writeWords(app, longest)
    // The clock is the test's from the start: it cannot clear a timer that was set before.
    const page = await app.signedIn(firstPartner, {
      viewport: { width, height },
      at: ordinaryPresent(),
    })
    await tab(page, width < 768 ? 'Übersetzen' : 'Übersetzungen').click()
    const quiz = await startQuiz(page)
    for (let question = 1; question <= 4; question++) {
      for (const part of [quiz.getByRole('heading', { level: 3 }), ...(await options(quiz).all())])
        // A part of a pixel is rounding.
        await expect.soft(part).toBeInViewport({ ratio: 0.99 })
      // By the keyboard: a second press in the same place, right after the one that led here, counts for nothing.
      await options(quiz).last().press('Enter')
      await settle(page)
      await expect
        .soft(quiz.getByRole('button', { name: /Nächste Frage|Ergebnis anzeigen/u }))
        .toBeInViewport({ ratio: 0.99 })
      await pressNext(page, quiz)
    }
  })
