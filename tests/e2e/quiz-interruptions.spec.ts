import { desktop, expect, phone, test } from '../support/e2e.ts'
import {
  answer,
  figure,
  pressNext,
  openTranslations,
  options,
  optionTexts,
  settle,
  startQuiz,
  tenWords,
  writeWords,
} from './quiz-steps.ts'

test('on the phone the drawer is dragged and turned, and a double click answers once', async ({
  app,
}) => {
  await writeWords(app, tenWords)
  const page = await openTranslations(app, { viewport: phone })
  await test.step('the drawer is dragged down by its handle, not by its questions', async () => {
    await page.getByRole('button', { name: 'Quiz starten' }).click()
    const quiz = page.getByRole('dialog', { name: 'Übersetzungsquiz' })
    await expect(quiz.getByText('Frage 1 von 10')).toBeVisible()
    const touch = await page.context().newCDPSession(page)
    const dragFrom = async (x: number, y: number) => {
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x, y }],
      })
      for (let moved = 20; moved <= 400; moved += 20) {
        const touchPoints = [{ x, y: y + moved }]
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    }
    const isAtRest = async () =>
      expect(quiz).toHaveCSS('transform', /none|matrix\(1, 0, 0, 1, 0, 0\)/u)
    await isAtRest()
    const card = await quiz.getByRole('heading', { level: 3 }).boundingBox()
    await dragFrom(195, (card?.y ?? 0) + 10)
    await page.clock.runFor(1000)
    await expect(quiz).toBeVisible()
    await isAtRest()
    const title = await quiz.getByRole('heading', { level: 2 }).boundingBox()
    await dragFrom(195, (title?.y ?? 0) - 8)
    await expect(quiz).toBeHidden()
  })

  const quiz = await startQuiz(page)

  await test.step('turning the phone keeps the round', async () => {
    await answer(page, quiz, tenWords)
    await pressNext(page, quiz)
    const before = await optionTexts(quiz)
    await page.setViewportSize({ width: phone.height, height: phone.width })
    await settle(page)
    await expect(quiz.getByText('Frage 2 von 10')).toBeVisible()
    expect(await optionTexts(quiz)).toEqual(before)
    await expect(quiz.getByText('3 Punkte', { exact: true })).toBeVisible()
    await page.setViewportSize(phone)
    // The sheet takes its place with the frames of the page's clock.
    await expect(async () => {
      await settle(page)
      await expect(options(quiz).last()).toBeInViewport({ ratio: 1, timeout: 200 })
    }).toPass()
  })

  await test.step('a double click answers once and skips no question', async () => {
    await options(quiz).last().dblclick()
    await expect(quiz.getByText('Frage 2 von 10')).toBeVisible()
    const onward = quiz.getByRole('button', { name: 'Nächste Frage' })
    await expect(onward).toBeVisible()
    await onward.click()
    await expect(quiz.getByText('Frage 2 von 10'), 'too soon to be meant').toBeVisible()
    await settle(page)
    await onward.click()
    await options(quiz).last().click()
    await expect(quiz.getByText('Frage 3 von 10')).toBeVisible()
    await expect(quiz.getByText('Tippe auf die richtige Antwort.'), 'not answered').toBeVisible()
  })
})

test('what happens meanwhile neither ends nor changes the round', async ({ app }) => {
  const words = tenWords.slice(0, 4)
  await writeWords(app, words)
  const page = await openTranslations(app, { viewport: desktop })
  const quiz = await startQuiz(page)
  const timer = quiz.getByRole('timer')
  const hide = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

  await test.step('the countdown stops while the page is hidden', async () => {
    await page.clock.runFor(3000)
    await expect(timer).toHaveText('12')
    await hide('hidden')
    await page.clock.runFor(60_000)
    await expect(timer).toHaveText('12')
    await hide('visible')
    // The second begun goes on: 400 ms of it had passed.
    await page.clock.runFor(500)
    await expect(timer).toHaveText('12')
    await page.clock.runFor(200)
    await expect(timer).toHaveText('11')
  })

  await test.step('closing in the middle asks nothing, and the next opening is a new round', async () => {
    await answer(page, quiz, words, 'right', 2)
    await pressNext(page, quiz)
    await quiz.getByRole('button', { name: 'Schließen' }).click()
    await page.clock.runFor(1000)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.clock.runFor(30_000)
    await page.getByRole('button', { name: 'Quiz starten' }).click()
    await settle(page)
    await expect(quiz.getByText('Frage 1 von 4')).toBeVisible()
    await expect(quiz.getByText('0 Punkte', { exact: true })).toBeVisible()
    await expect(quiz.getByRole('timer')).toHaveText('15')
  })

  await test.step('what the partner changes', async () => {
    const before = await optionTexts(quiz)
    await app.server.sql()`delete from entries`
    await expect(page.getByRole('article')).toHaveCount(0)
    expect(await optionTexts(quiz)).toEqual(before)
    for (let at = 1; at <= 4; at += 1) {
      await expect(quiz.getByText(`Frage ${at} von 4`)).toBeVisible()
      await answer(page, quiz, words)
      await pressNext(page, quiz)
    }
    await expect(figure(quiz, 'Richtig')).toHaveText('4 von 4')
    await quiz.getByRole('button', { name: 'Nochmal spielen' }).click()
    await page.clock.runFor(1000)
    await expect(page.getByRole('dialog', { name: 'Quiz nicht verfügbar' })).toBeVisible()
  })
})
