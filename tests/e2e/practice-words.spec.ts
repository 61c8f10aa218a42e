import { expect, phone, test } from '../support/e2e.ts'
import {
  answerField,
  daysAgo,
  pressNext,
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
  await test.step('an open card and what was typed stay over midnight', async () => {
    const asked = await practice.locator('#practice-prompt').innerText()
    await answerField(practice).fill('halb')
    await page.clock.fastForward(day)
    await expect(answerField(practice)).toHaveValue('halb')
    await expect(practice.locator('#practice-prompt')).toHaveText(asked, { useInnerText: true })
    await expect(practice.getByText('Noch 6 Karten')).toBeVisible()
  })
  const answer = async () => (await rightAnswer(practice, words)).replace('bok, ', '')
  const prompt = practice.locator('#practice-prompt')
  // Chance gives the order of the cards.
  const untried = new Set(['Hallo', 'lijep'])
  const lefts = ['Noch 5 Karten, 1', 'Noch 4 Karten, 2']
  do {
    const shown = await prompt.innerText()
    const word = [...untried].find((one) => shown.includes(one)) ?? ''
    untried.delete(word)
    if (word === 'lijep') {
      await reply(practice, 'schon')
      await expect(practice.getByText('Nicht ganz. Richtig ist:').last()).toBeVisible()
      await practice.getByRole('button', { name: 'Gewusst' }).click()
      await settle(page)
    } else {
      await reply(practice, await answer())
      await expect(practice.getByText('Richtig!').last()).toBeVisible()
      if (word === 'Hallo')
        await expect(practice.getByText('Auf der Karte steht „bok, zdravo“.').last()).toBeVisible()
    }
    await pressNext(practice)
    const left = lefts.shift()
    if (left !== undefined)
      await expect(practice.getByText(`${left} zum Wiederholen`)).toBeVisible()
  } while (await answerField(practice).isVisible())
  expect(untried).toEqual(new Set())
  await expect(practice.getByText('Du hast 6 Karten geübt.')).toBeVisible()
  await page.clock.fastForward(4 * day)
  await expect(answerField(practice)).toBeVisible()
  await expect(practice.getByText('Noch 6 Karten')).toBeVisible()
})
