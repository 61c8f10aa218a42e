import { expect, secondPartner } from '../support/e2e.ts'
import {
  answerField,
  daysAgo,
  pressNext,
  knowAll,
  openPractice,
  openWords,
  practiceButton,
  reply,
  withLocalVoice,
} from '../e2e/practice-steps.ts'
import { tenWords, writeWords } from '../e2e/quiz-steps.ts'
import { journey } from './gallery.ts'

const house = 'Haus | kuća'

journey('practice', async ({ app, options, take }) => {
  await writeWords(app, [house])
  const { rest, id } = await app.server.client(secondPartner.name)
  const content =
    'Heute haben wir uns die kleine kuća am Ende der Straße angesehen. Du mochtest den Garten.'
  await rest.from('entries').insert({ user_id: id, category: 'erzaehlen', content })
  const page = await openWords(app, { ...options, at: daysAgo(1), init: withLocalVoice })
  await expect(practiceButton(page, 2)).toBeVisible()
  await take(page, 'button')
  const practice = await openPractice(page, 2)
  await take(page, 'card')
  await reply(practice, 'kuca!')
  await expect(practice.getByRole('figure')).toBeVisible()
  await take(page, 'written otherwise')
  await pressNext(practice)
  await take(page, 'the other way')
  await reply(practice, 'Maus')
  await take(page, 'wrong')
  await practice.getByRole('button', { name: 'Weiter' }).click()
  await expect(practice.getByText('Noch nicht ganz.')).toBeVisible()
  await take(page, 'copied wrong')
  await practice.getByRole('textbox', { name: 'Schreib es einmal ab' }).fill('Haus')
  await pressNext(practice)
  await reply(practice, '')
  await take(page, 'not known')
  await practice.getByRole('textbox', { name: 'Schreib es einmal ab' }).fill('kuća')
  await pressNext(practice)
  await knowAll(practice, [house])
  await take(page, 'end')
  await page.keyboard.press('Escape')
  await expect(practiceButton(page, 0)).toBeVisible()
  await openPractice(page, 0)
  await take(page, 'nothing due')
})

journey('practice, long words', async ({ app, options, take }) => {
  await writeWords(app, [
    'Donaudampfschifffahrtsgesellschaftskapitänsmütze und noch einige Wörter dahinter | dunavsko parobrodarsko društvo',
  ])
  const page = await openWords(app, { ...options, at: daysAgo(1) })
  const practice = await openPractice(page, 2)
  await answerField(practice).fill('Donaudampfschifffahrtsgesellschaftskapitänsmützenhalter')
  await take(page, 'card')
  await reply(practice, 'Donaudampfschifffahrtsgesellschaftskapitänsmützenhalter')
  await take(page, 'wrong')
})

journey('practice, nothing to ask', async ({ app, options, take }) => {
  const page = await openWords(app, { ...options, at: daysAgo(1) })
  await openPractice(page, 0)
  await take(page, 'no words')
  await page.keyboard.press('Escape')
  await writeWords(app, tenWords)
  await expect(practiceButton(page, 10)).toBeVisible()
  await take(page, 'button beside the quiz')
})
