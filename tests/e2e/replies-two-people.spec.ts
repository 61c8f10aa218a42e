import { desktop, expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { failingWord, failWith } from '../support/failing-writes.ts'
import { lines } from './bell-steps.ts'
import { anotherTab, draftStored } from './draft-steps.ts'
import { arrived, cardOf, openForm, remove, textField, toasts, write } from './entry-steps.ts'
import { idInLongJournal, openLongJournal } from './long-list-steps.ts'
import { chooseFor, openField, repliesOf, reply, seedReplies } from './reply-steps.ts'

test('in a long journal the bell and the search lead to a reply among many', async ({ app }) => {
  test.setTimeout(240_000)
  const page = await openLongJournal(app, { viewport: phone })
  const others = Array.from({ length: 30 }, (_, index) => ({
    by: 'Jonas' as const,
    content: `Gedanke ${index}`,
  }))
  const theirs = { by: 'Željka' as const, content: 'Und der Pflaumenkuchen?' }
  await seedReplies(app, idInLongJournal(4_000), [...others.slice(0, 3), theirs, ...others])

  const card = cardOf(page, 'Nummer 4000.')
  const wanted = repliesOf(card).filter({ hasText: 'Pflaumenkuchen' })
  await page.getByRole('button', { name: /^Neu für dich/ }).click()
  await lines(page).getByRole('button').filter({ hasText: 'Pflaumenkuchen' }).click()
  await expect(wanted).toBeFocused()
  await expect(wanted).toBeInViewport({ ratio: 1 })
  await expect(repliesOf(card)).toHaveCount(34)

  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('button', { name: 'Suchen' }).click()
  await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).fill('pflaumenkuchen')
  await expect(card.locator('mark')).toHaveText('Pflaumenkuchen')
  await expect(card.locator('mark')).toBeVisible()
})

test('what is replied offline reaches the other, and what is lost with an entry comes back', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: desktop })
  const partner = await app.signedIn(secondPartner, { viewport: phone })

  await test.step('written, changed and deleted offline', async () => {
    const card = await write(page, 'Drei Tage Regen')
    const seen = cardOf(partner, 'Drei Tage Regen')
    await reply(partner, seen, 'Hier auch')
    await expect(repliesOf(card)).toContainText(['Hier auch'])
    await partner.context().setOffline(true)
    await reply(partner, seen, 'Und dann Sonne')
    await reply(partner, seen, 'Und ein Regenbogen')
    await chooseFor(partner, repliesOf(seen).first(), 'Antwort bearbeiten')
    const field = partner.getByRole('textbox', { name: 'Deine Antwort' })
    await field.fill('Und dann ganz viel Sonne')
    await field.press('Control+Enter')
    await expect(field).toHaveCount(0)
    await chooseFor(partner, repliesOf(seen).last(), 'Antwort löschen')
    // Meanwhile the other goes on writing.
    await reply(page, card, 'Morgen soll es aufhören')
    await partner.context().setOffline(false)
    const texts = ['Hier auch', 'Morgen soll es aufhören', 'Und dann ganz viel Sonne']
    for (const one of [card, seen]) {
      await expect(one.getByRole('button', { name: '1 weitere Antwort' })).toBeVisible()
      await one.getByRole('button', { name: '1 weitere Antwort' }).click()
      await expect(repliesOf(one)).toHaveCount(texts.length)
      for (const text of texts) await expect(repliesOf(one).filter({ hasText: text })).toBeVisible()
    }
  })

  await test.step('a reply that waited offline while its entry was deleted comes back as a draft', async () => {
    await app.server.sql()`delete from entries`
    const card = await write(page, 'Nur kurz da')
    const seen = cardOf(partner, 'Nur kurz da')
    await expect(seen).toBeVisible()
    await partner.context().setOffline(true)
    await reply(partner, seen, 'Schön war es')
    await remove(page, card)
    await expect(toasts(page)).toContainText('Eintrag gelöscht')
    const stored = async () => app.server.sql()`select id from entries`
    await expect.poll(async () => (await stored()).length).toBe(0)
    await partner.context().setOffline(false)
    await expect(toasts(partner)).toContainText('Dieser Eintrag ist nicht mehr da')
    const form = await openForm(partner, 'Gedanken & Notizen')
    await expect(textField(form)).toHaveValue('Schön war es')
    await textField(form).fill('')
    await partner.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await test.step('a deletion that is undone disturbs no one who is writing, and one that is not gives the text back', async () => {
    await app.server.sql()`delete from entries`
    const card = await write(page, 'Die Lampe ist kaputt')
    const seen = cardOf(partner, 'Die Lampe ist kaputt')
    await reply(partner, seen, 'Ich habe noch eine')
    await arrived(seen)
    await expect(repliesOf(card)).toHaveCount(1)
    await chooseFor(partner, repliesOf(seen), 'Antwort bearbeiten')
    const drawer = partner.getByRole('dialog', { name: 'Antwort bearbeiten' })
    const field = drawer.getByRole('textbox', { name: 'Deine Antwort' })
    await field.fill('Ich habe noch eine im Keller')

    // Its five seconds are over when the test says so: no load ends them.
    await page.clock.setFixedTime(Date.now())
    await remove(page, card)
    await toasts(page).getByRole('button', { name: 'Rückgängig' }).click()
    await expect(repliesOf(card)).toContainText(['Ich habe noch eine'])
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('Ich habe noch eine im Keller')

    await app.server.sql()`delete from entries`
    await expect(drawer).toContainText(
      'Dieser Eintrag ist nicht mehr da. Deinen Text kannst du noch kopieren.',
    )
    await expect(field).toHaveValue('Ich habe noch eine im Keller')
    // A press on "Neuer Eintrag" would count as the second of one here.
    await drawer.getByRole('button', { name: 'Schließen' }).first().press('Enter')
    await expect(drawer).toBeHidden()
    await expect(toasts(partner)).toContainText('Dieser Eintrag ist nicht mehr da')
    const form = await openForm(partner, 'Gedanken & Notizen')
    await expect(textField(form)).toHaveValue('Ich habe noch eine im Keller')
  })
})

test('a reply that is deleted in another tab, or that the server does not take, gives its text back', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: desktop })

  await test.step('deleted in one tab while it is edited in another', async () => {
    const card = await write(page, 'Zwei Fenster offen')
    await reply(page, card, 'Hier')
    await arrived(card)
    const tab = await anotherTab(page)
    const there = cardOf(tab, 'Zwei Fenster offen')

    await test.step('a half-typed text goes on in the other tab', async () => {
      const field = await openField(page, card)
      await field.fill('Halb hier')
      await draftStored(page, 'Halb hier')
      await field.press('Escape')
      await expect(field).toHaveCount(0)
      const other = await openField(tab, there)
      await expect(other).toHaveValue('Halb hier')
      await other.fill('Halb hier, halb da')
      await other.press('Control+Enter')
      await expect(repliesOf(card)).toHaveText([/Hier/, /Halb hier, halb da/])
      await expect(await openField(page, card)).toHaveValue('')
      await page.keyboard.press('Escape')
    })

    await chooseFor(tab, repliesOf(there).first(), 'Antwort bearbeiten')
    await tab.getByRole('textbox', { name: 'Deine Antwort' }).fill('Hier und jetzt')
    await draftStored(tab, 'Hier und jetzt')
    await app.server.sql()`delete from replies where content = 'Hier'`
    await expect(toasts(tab)).toContainText('Diese Antwort ist nicht mehr da')
    await expect(repliesOf(there)).toHaveText([/Halb hier, halb da/])
    const form = await openForm(tab, 'Gedanken & Notizen')
    await expect(textField(form)).toHaveValue('Hier und jetzt')
    await tab.close()
  })

  await test.step('not taken by the server', async () => {
    await app.server.sql()`delete from entries`
    app.allowConsoleLines(/40[03]/)
    const card = await write(page, 'Was gibt es heute?')
    await failWith(app.server, '23514')
    const field = await openField(page, card)
    await field.fill(failingWord)
    await field.press('Control+Enter')
    await expect(toasts(page)).toContainText('Deine Antwort wurde nicht angenommen')
    await expect(toasts(page)).toContainText('Öffne „Antworten“, dort ist dein Text noch da.')
    await expect(repliesOf(card)).toHaveCount(0)
    await expect(await openField(page, card)).toHaveValue(failingWord)
    await field.fill('Suppe')
    await field.press('Control+Enter')
    await expect(repliesOf(card)).toContainText(['Suppe'])
    await arrived(card)

    await chooseFor(page, repliesOf(card), 'Antwort bearbeiten')
    // Then its caret stands behind the text, and what is filled in replaces it.
    await expect(field).toBeFocused()
    await field.fill(`Suppe ${failingWord}`)
    await field.press('Control+Enter')
    await expect(toasts(page)).toContainText('Deine Antwort wurde nicht geändert')
    await expect(toasts(page)).toContainText(
      'Öffne „Antwort bearbeiten“, dort ist dein Text noch da.',
    )
    await expect(repliesOf(card)).not.toContainText([failingWord])
    await chooseFor(page, repliesOf(card), 'Antwort bearbeiten')
    await expect(field).toHaveValue(`Suppe ${failingWord}`)
    await field.press('Escape')
    await failWith(app.server, null)

    await page.route(/\/rest\/v1\/replies/, async (route) => {
      if (route.request().method() !== 'DELETE') return route.continue()
      return route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
    })
    await page.clock.install()
    await chooseFor(page, repliesOf(card), 'Antwort löschen')
    await expect(repliesOf(card)).toHaveCount(0)
    await page.clock.runFor(6000)
    await expect(toasts(page)).toContainText('Die Antwort konnte nicht gelöscht werden.')
    await expect(repliesOf(card)).toContainText(['Suppe'])
  })
})
