import { formatDay } from '../../src/domain/date-format.ts'
import { addDays, dayOf } from '../../src/domain/journal-day.ts'
import { desktop, expect, phone, secondPartner, test } from '../support/e2e.ts'
import { violations } from './axe.ts'
import { layouts } from './entry-steps.ts'
import {
  answerField,
  daysAgo,
  pressNext,
  knowAll,
  onlyWord,
  openPractice,
  openWords,
  practiceButton,
  reply,
  withLocalVoice,
  withRemoteVoice,
} from './practice-steps.ts'
import { rightAnswer, settle, writeTranslations, writeWords } from './quiz-steps.ts'

const house = 'Haus | kuća'
const day = 86_400_000
/** As the end of a round says it. */
const dateOf = (start: Date, days: number) =>
  formatDay(addDays(dayOf(start.getTime(), 'Europe/Berlin'), days))

for (const { layout, viewport } of layouts)
  test(`a round: right, written otherwise, forgotten, and nothing of it for the partner (${layout})`, async ({
    app,
  }) => {
    const at = daysAgo(1)
    await writeWords(app, [house])
    const { rest, id } = await app.server.client(secondPartner.name)
    const story = 'Wir haben uns heute die neue Kuća angesehen, am Ende der Straße.'
    expect(
      (await rest.from('entries').insert({ user_id: id, category: 'erzaehlen', content: story }))
        .error,
    ).toBeNull()
    const page = await openWords(app, { viewport, at })
    const practice = await openPractice(page, 2)

    await expect(practice.getByText('Noch 2 Karten')).toBeVisible()
    await expect(practice.getByRole('heading', { level: 3 })).toContainText(
      'Wie heißt das auf Kroatisch?',
    )
    await expect(practice.getByText('Fällt es dir nicht ein')).toBeVisible()
    await expect(answerField(practice)).toBeFocused()
    // The words of a screen reader about the field.
    await expect(answerField(practice)).toHaveAccessibleDescription(/Kroatisch\? .*Haus/u)
    expect(await violations(page), 'axe on a card').toEqual([])
    await reply(practice, 'kuca!')
    await expect(practice.getByText('Richtig! Geschrieben wird es so:').last()).toBeVisible()
    await expect(practice.locator('mark').first()).toHaveText('ć')
    await expect(practice.getByRole('button', { name: 'Gewusst' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    const use = practice.getByRole('figure')
    await expect(use).toContainText(`So steht es bei euch`)
    await expect(use).toContainText(story)
    await expect(use).toContainText(secondPartner.name)
    await expect(use.locator('mark')).toHaveText('Kuća')
    expect(await violations(page), 'axe on an answer').toEqual([])
    await pressNext(practice)

    await expect(practice.getByText('Wie heißt das auf Deutsch?')).toBeVisible()
    await reply(practice, 'Maus')
    await expect(practice.getByText('Nicht ganz. Richtig ist:').last()).toBeVisible()
    await expect(practice.getByText('Du hast „Maus“ geschrieben.')).toBeVisible()
    await expect(practice.getByRole('button', { name: 'Nochmal' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    const copy = practice.getByRole('textbox', { name: 'Schreib es einmal ab' })
    await expect(copy).toBeFocused()
    await practice.getByRole('button', { name: 'Weiter' }).click()
    await expect(practice.getByText('Noch nicht ganz. Schau noch einmal hin')).toBeVisible()
    expect(await violations(page), 'axe on a copy').toEqual([])
    await copy.fill('haus')
    await pressNext(practice)

    await reply(practice, '')
    // Nothing typed is no mistake.
    await expect(practice.getByText('So heißt es:').last()).toHaveClass(/text-ink-soft/)
    await expect(practice.getByText('So heißt es:').last()).toBeVisible()
    await practice.getByRole('button', { name: 'Gewusst' }).click()
    await expect(copy).toBeHidden()
    await settle(page)
    await pressNext(practice)
    await knowAll(practice, [house])
    await expect(practice.getByText('Du hast 2 Karten geübt.')).toBeVisible()
    await expect(
      practice.getByText('geht es weiter.').or(practice.getByText('Weiter geht es am')),
    ).toBeVisible()
    await expect(practice.getByText(/Serie|Punkte/u)).toHaveCount(0)
    expect(await violations(page), 'axe on the end').toEqual([])
    // The phone's drawer has a second one that only screen readers see.
    const close = practice.getByRole('button', { name: 'Schließen' })
    await close.and(page.locator(':focus')).click()
    await expect(practiceButton(page, 0)).toBeVisible()

    expect((await rest.from('reviews').select('id')).data).toEqual([])
  })

test('keys are enough: Enter shows and goes on, 1 and 2 grade, a key held down counts once', async ({
  app,
}) => {
  await writeWords(app, [house])
  const page = await openWords(app, { viewport: desktop, at: daysAgo(1) })
  const practice = await openPractice(page, 2)
  await page.keyboard.type('kuća')
  await page.keyboard.press('Enter')
  await expect(practice.getByText('Mit den Tasten 1 und 2 änderst du die Wertung')).toBeVisible()
  const [again, good] = ['Nochmal', 'Gewusst'].map((name) => practice.getByRole('button', { name }))
  await expect(good ?? practice).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('1')
  await expect(again ?? practice).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('2')
  await expect(good ?? practice).toHaveAttribute('aria-pressed', 'true')
  await settle(page)
  await expect(practice.getByRole('button', { name: 'Weiter' })).toBeFocused()
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(answerField(practice)).toBeFocused()
  await expect(answerField(practice)).toHaveValue('')
  await settle(page)
  await page.keyboard.type('Zug 12')
  await page.keyboard.press('Enter')
  await settle(page)
  // With something in the field the keys are letters of it.
  await page.keyboard.type('Haus 2')
  await expect(again ?? practice).toHaveAttribute('aria-pressed', 'true')
  await expect(practice.getByText('Weiter geht es mit Enter.')).toBeVisible()
  await expect(practice.getByText('Mit den Tasten 1 und 2')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(practice).toBeHidden()
  await expect(practiceButton(page, 2)).toBeVisible()
})

test('over three weeks the days between two times grow, a second device agrees, and the partner is at the beginning', async ({
  app,
}) => {
  const start = daysAgo(22)
  await writeWords(app, [house])
  const page = await openWords(app, { viewport: phone, at: start })
  const passed = async (days: number) =>
    page.clock.fastForward(start.getTime() + days * day - (await page.evaluate(() => Date.now())))
  const learned = async () => {
    const practice = await openPractice(page, 2)
    await knowAll(practice, [house])
    return practice
  }
  const first = await learned()
  await expect(first.getByText(`Weiter geht es am ${dateOf(start, 2)}.`)).toBeVisible()
  await page.keyboard.press('Escape')

  await passed(1)
  const nothing = await openPractice(page, 0)
  await expect(nothing.getByText('Für heute ist alles geübt.')).toBeVisible()
  await expect(nothing.getByText('Morgen geht es weiter.')).toBeVisible()
  await page.keyboard.press('Escape')

  await passed(2)
  const second = await learned()
  await expect(second.getByText(`Weiter geht es am ${dateOf(start, 13)}.`)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.reload()

  await passed(13)
  const third = await openPractice(page, 2)
  // Either direction may come first.
  const right = await rightAnswer(third, [house])
  await reply(third, 'nešto')
  await third.getByRole('textbox', { name: 'Schreib es einmal ab' }).fill(right)
  await pressNext(third)
  await knowAll(third, [house])
  await expect(third.getByText('Du hast 2 Karten geübt.')).toBeVisible()
  await page.keyboard.press('Escape')

  await passed(21)
  await expect(practiceButton(page, 1)).toBeVisible()
  const at = new Date(start.getTime() + 21 * day)
  const other = await openWords(app, { viewport: phone, at })
  await expect(practiceButton(other, 1)).toBeVisible()
  const partners = await openWords(app, { viewport: phone, at }, secondPartner)
  await expect(practiceButton(partners, 2)).toBeVisible()
})

test('a device with a Croatian voice of its own says the word, another has no button for it', async ({
  app,
}) => {
  await writeWords(app, [house])
  const at = daysAgo(1)
  const voice = async (localService: boolean) => {
    const page = await openWords(app, {
      viewport: phone,
      at,
      init: localService ? withLocalVoice : withRemoteVoice,
    })
    const practice = await openPractice(page, 2)
    return { page, practice, button: practice.getByRole('button', { name: '„kuća“ vorlesen' }) }
  }
  const speaking = await voice(true)
  await expect(speaking.button).toHaveCount(0)
  await reply(speaking.practice, 'kuća')
  await speaking.button.click()
  expect(await speaking.page.evaluate(() => Reflect.get(window, 'said'))).toEqual(['kuća hr-HR'])
  const silent = await voice(false)
  await reply(silent.practice, 'kuća')
  await expect(silent.practice.getByText('Richtig!').last()).toBeVisible()
  await expect(silent.button).toHaveCount(0)
})

test('without a network one practises too; what was learned follows the word: corrected, hidden, changed, deleted', async ({
  app,
}) => {
  const at = daysAgo(1)
  await writeTranslations(app, ['🇩🇪 Haus | 🇭🇷 kuca'])
  const page = await openWords(app, { viewport: phone, at }, secondPartner)
  await expect(practiceButton(page, 2)).toBeVisible()
  // This page loads at the first press the code that an installed app has on the device.
  await openPractice(page, 2)
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  const practice = await openPractice(page, 2)
  await knowAll(practice, ['Haus | kuca'])
  await page.keyboard.press('Escape')
  await expect(practiceButton(page, 0)).toBeVisible()
  await page.context().setOffline(false)
  await expect
    .poll(async () => app.server.sql()`select grade from reviews`.then((rows) => rows.length))
    .toBe(4)

  const { edit, remove } = await onlyWord(app)
  const card = page.getByRole('article').filter({ hasText: 'kuća' })
  await test.step('a corrected mark keeps it', async () => {
    await edit({ content: '🇩🇪 Haus | 🇭🇷 kuća' })
    await expect(card).toBeVisible()
    await expect(practiceButton(page, 0)).toBeVisible()
  })

  await test.step('a word that the partner hides is out of practice and comes back as it was', async () => {
    await edit({ is_private: true })
    await expect(card).toHaveCount(0)
    const empty = await openPractice(page, 0)
    await expect(empty.getByText('Hier gibt es noch nichts zu üben.')).toBeVisible()
    await page.keyboard.press('Escape')
    await edit({ is_private: false })
    await expect(card).toBeVisible()
    const known = await openPractice(page, 0)
    await expect(known.getByText('Für heute ist alles geübt.')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('another word has nothing of it', async () => {
    await edit({ content: '🇩🇪 Haus | 🇭🇷 dom' })
    await expect(practiceButton(page, 2)).toBeVisible()
  })

  await test.step('a deleted one is gone', async () => {
    await remove()
    await expect(page.getByRole('article')).toHaveCount(0)
    expect(await app.server.sql()`select id from reviews`).toEqual([])
  })
})
