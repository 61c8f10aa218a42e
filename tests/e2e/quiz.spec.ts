import { desktop, expect, test } from '../support/e2e.ts'
import { violations } from './axe.ts'
import { layoutsFrom } from './entry-steps.ts'
import {
  answer,
  figure,
  pressNext,
  openTranslations,
  options,
  optionTexts,
  rightAnswer,
  settle,
  startQuiz,
  tenWords,
  writeTranslations,
  writeWords,
} from './quiz-steps.ts'

for (const { layout, viewport } of layoutsFrom('phone'))
  test(`a whole round is played: right, wrong, out of time, and its result (${layout})`, async ({
    app,
  }) => {
    await writeWords(app, tenWords)
    const page = await openTranslations(app, { viewport })
    const quiz = await startQuiz(page)
    const timer = quiz.getByRole('timer')
    await expect(timer).toHaveText('15')
    await expect(quiz.getByText('Frage 1 von 10')).toBeVisible()
    await expect(options(quiz)).toHaveCount(4)
    expect(await violations(page), 'axe on a question').toEqual([])

    await answer(page, quiz, tenWords, 'right')
    await expect(quiz.getByText('Richtig! +3 Punkte').last()).toBeVisible()
    await expect(quiz.getByText('3 Punkte', { exact: true })).toBeVisible()
    await expect(quiz.getByRole('button', { name: /^Richtig:/u })).toHaveCount(1)
    await pressNext(page, quiz)

    await answer(page, quiz, tenWords, 'wrong', 6)
    await expect(timer).toHaveText('9')
    await expect(quiz.getByRole('button', { name: /^Falsch:/u })).toHaveCount(1)
    await expect(quiz.getByRole('button', { name: /^Richtig:/u })).toHaveCount(1)
    expect(await violations(page), 'axe on an answer').toEqual([])
    await page.clock.runFor(3000)
    await expect(timer).toHaveText('9')
    await pressNext(page, quiz)

    await page.clock.runFor(15_000)
    await expect(timer).toHaveText('0')
    await expect(quiz.getByText('Die Zeit ist um.').last()).toBeVisible()
    await expect(quiz.getByRole('button', { name: /^Falsch:/u })).toHaveCount(0)
    await expect(quiz.getByRole('button', { name: /^Richtig:/u })).toHaveCount(1)
    await settle(page)
    await pressNext(page, quiz)

    const badges = ['', '', 'Bronze · 3 in Folge', 'Bronze · 4', 'Silber · 5', 'Silber · 6']
    for (const badge of [...badges, 'Gold · 7 in Folge']) {
      await answer(page, quiz, tenWords)
      if (badge === '') await expect(quiz.getByText('in Folge')).toHaveCount(0)
      else await expect(quiz.getByText(badge)).toBeVisible()
      if (!badge.startsWith('Gold')) await pressNext(page, quiz)
    }
    await expect(quiz.getByRole('button', { name: 'Nächste Frage' })).toHaveCount(0)
    await quiz.getByRole('button', { name: 'Ergebnis anzeigen' }).click()
    await settle(page)

    await expect(quiz.getByText('😊')).toBeVisible()
    await expect(
      quiz.getByRole('heading', { name: 'Sehr gut! Du kennst die meisten Übersetzungen!' }),
    ).toBeVisible()
    await expect(figure(quiz, 'Punkte')).toHaveText('37,5')
    await expect(figure(quiz, 'Richtig')).toHaveText('8 von 10')
    await expect(figure(quiz, 'Erfolgsquote')).toHaveText('80 %')
    await expect(figure(quiz, 'Beste Serie')).toHaveText('7')
    await expect(figure(quiz, 'Ø Antwortzeit')).toHaveText('2,1 s')
    await expect(figure(quiz, 'Ø Punkte pro Frage')).toHaveText('3,8')
    expect(await violations(page), 'axe on the result').toEqual([])

    await quiz.getByRole('button', { name: 'Nochmal spielen' }).click()
    await settle(page)
    await expect(quiz.getByText('Frage 1 von 10')).toBeVisible()
    await expect(quiz.getByText('0 Punkte', { exact: true })).toBeVisible()
    await expect(timer).toHaveText('15')
  })

test(
  'it is played from four translations on, of which three can be read',
  { tag: '@long' },
  async ({ app }) => {
    await writeTranslations(app, ['🇩🇪 Haus | 🇭🇷 kuća', 'Maus|miš', 'ohne Strich', '🇩🇪 nur eins'])
    const page = await openTranslations(app, { viewport: desktop })
    await test.step('with fewer words that can be read it says so', async () => {
      await page.getByRole('button', { name: 'Quiz starten' }).click()
      const dialog = page.getByRole('dialog', { name: 'Quiz nicht verfügbar' })
      await expect(dialog).toHaveAccessibleDescription(
        'Du brauchst mindestens 3 Übersetzungen, um das Quiz zu starten.',
      )
      expect(await violations(page)).toEqual([])
      // The window's own way to close comes before it.
      await dialog.getByRole('button', { name: 'Schließen' }).last().click()
      await expect(dialog).toBeHidden()
    })

    await test.step('the button waits for the fourth translation', async () => {
      await app.server.sql()`delete from entries`
      await writeWords(app, tenWords.slice(0, 3))
      await expect(page.getByRole('article')).toHaveCount(3)
      const button = page.getByRole('button', { name: 'Quiz starten' })
      await expect(button).toBeDisabled()
      await expect(button).toHaveAccessibleDescription(
        'Ab 4 Übersetzungen könnt ihr das Quiz spielen.',
      )
      await writeTranslations(app, ['unlesbar'])
      await expect(button).toBeEnabled()
      // Four entries, three of them words: enough for a round of three questions.
      const quiz = await startQuiz(page)
      await expect(quiz.getByText('Frage 1 von 3')).toBeVisible()
      expect(new Set(await optionTexts(quiz)).size).toBe(4)
    })
  },
)

test('a round needs no mouse, motion or look at the seconds', { tag: '@long' }, async ({ app }) => {
  const words = tenWords.slice(0, 4)
  await writeWords(app, words)
  const page = await openTranslations(app, { viewport: desktop, reducedMotion: 'no-preference' })
  const quiz = await startQuiz(page)
  const again = quiz.getByRole('button', { name: 'Nochmal spielen' })
  const heading = quiz.getByRole('heading', { level: 3 })
  await test.step('by keys: one that is held down skips nothing', async () => {
    for (let at = 1; at <= 4; at += 1) {
      await expect(quiz.getByText(`Frage ${at} von 4`)).toBeVisible()
      await expect(heading).toBeFocused()
      const right = (await optionTexts(quiz)).indexOf(await rightAnswer(quiz, words)) + 1
      await page.keyboard.press(String(right))
      await expect(quiz.getByText(/^Richtig! \+/u).last()).toBeVisible()
      await settle(page)
      const onward = at < 4 ? 'Nächste Frage' : 'Ergebnis anzeigen'
      await expect(quiz.getByRole('button', { name: onward })).toBeFocused()
      await page.keyboard.down('Enter')
      await settle(page)
      // Held down: the browser repeats it.
      for (let repeat = 0; repeat < 3; repeat += 1) {
        await page.keyboard.down('Enter')
        await settle(page)
      }
      await page.keyboard.up('Enter')
    }
    await expect(quiz.getByText('🎉')).toBeVisible()
    await expect(quiz.getByText('🎈')).toHaveCount(3)
    await expect(quiz.getByText('Perfekt! Du beherrschst alle Übersetzungen!').last()).toBeVisible()
    await expect(again).toBeFocused()
    await page.keyboard.press('Enter')
    await settle(page)
    await expect(quiz.getByText('Frage 1 von 4')).toBeVisible()
  })

  await test.step('who asks for less motion gets no balloons for a perfect round', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (let at = 0; at < 4; at += 1) {
      await answer(page, quiz, words)
      await pressNext(page, quiz)
    }
    await expect(quiz.getByText('🎉')).toBeVisible()
    await expect(quiz.getByText('🎈')).toHaveCount(0)
  })

  await test.step('the countdown changes colour at its bounds and is announced there only', async () => {
    await again.click()
    await settle(page)
    const timer = quiz.getByRole('timer')
    const said = quiz.getByRole('status')
    const colour = () =>
      timer.evaluate((box) =>
        [...box.querySelectorAll('span')]
          .map((part) => getComputedStyle(part).color + getComputedStyle(part).backgroundColor)
          .join(' '),
      )
    const seen = new Set<string>()
    for (const [seconds, level, told] of [
      [15, 'green', ''],
      [11, 'green', ''],
      [10, 'yellow', 'Noch 10 Sekunden'],
      [6, 'yellow', 'Noch 10 Sekunden'],
      [5, 'red', 'Noch 5 Sekunden'],
      [1, 'red', 'Noch 5 Sekunden'],
    ] as const) {
      await page.clock.runFor((Number(await timer.innerText()) - seconds) * 1000)
      await expect(timer).toHaveText(String(seconds))
      await expect(timer).toHaveAttribute('data-level', level)
      await expect(said).toHaveText(told)
      seen.add(await colour())
    }
    expect(seen.size).toBe(3)
    const right = await rightAnswer(quiz, words)
    await page.clock.runFor(1000)
    await expect(said).toHaveText(`Die Zeit ist um. Richtig ist: ${right}`)
  })

  await test.step('Escape leads back to the button', async () => {
    await page.keyboard.press('Escape')
    await page.clock.runFor(1000)
    await expect(quiz).toBeHidden()
    await expect(page.getByRole('button', { name: 'Quiz starten' })).toBeFocused()
  })
})
