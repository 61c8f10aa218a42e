import { expect, phone, test } from '../support/e2e.ts'
import {
  answerField,
  daysAgo,
  pressNext,
  knowAll,
  openPractice,
  openWords,
  reply,
} from './practice-steps.ts'
import { rightAnswer, settle, writeWords } from './quiz-steps.ts'

const day = 86_400_000

test('a meaning of the word is right, the cards left become fewer, and a dialog left open goes on with the new day', async ({
  app,
}) => {
  const words = ['Hallo | bok, zdravo', 'schon | već', 'schön | lijep']
  await writeWords(app, words)
  const page = await openWords(app, { viewport: phone, at: daysAgo(4) })
  const practice = await openPractice(page, 6)
  await expect(practice.getByText('Noch 6 Karten')).toBeVisible()
  const answer = async () => (await rightAnswer(practice, words)).replace('bok, ', '')
  for (const left of ['Noch 5 Karten, 1', 'Noch 4 Karten, 2']) {
    await reply(practice, await answer())
    await expect(practice.getByText('Richtig!').last()).toBeVisible()
    await pressNext(practice)
    await expect(practice.getByText(`${left} zum Wiederholen`)).toBeVisible()
  }
  while (!(await practice.getByText('Hallo').isVisible())) {
    await reply(practice, await answer())
    await pressNext(practice)
  }
  await reply(practice, 'zdravo')
  await expect(practice.getByText('Auf der Karte steht „bok, zdravo“.').last()).toBeVisible()
  await pressNext(practice)
  while (!(await practice.locator('#practice-prompt').getByText('lijep').isVisible())) {
    await reply(practice, await answer())
    await pressNext(practice)
  }
  await reply(practice, 'schon')
  await expect(practice.getByText('Nicht ganz. Richtig ist:').last()).toBeVisible()
  await practice.getByRole('button', { name: 'Gewusst' }).click()
  await settle(page)
  await pressNext(practice)
  await knowAll(practice, words)
  await expect(practice.getByText('Du hast 6 Karten geübt.')).toBeVisible()
  await page.clock.fastForward(4 * day)
  await expect(answerField(practice)).toBeVisible()
  await expect(practice.getByText('Noch 6 Karten')).toBeVisible()
})
