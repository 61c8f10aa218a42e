import { contentLimit } from '../../src/domain/limits.ts'
import { desktop, expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { arrived, cardOf, openEdit, textField, toasts, write } from './entry-steps.ts'
import { violations } from './axe.ts'
import { seed } from './main-screen-steps.ts'
import { chooseFor, openField, repliesOf, reply, seedReplies, setPrivate } from './reply-steps.ts'

test('both reply, the last two are shown, and each edits and deletes their own', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: desktop })
  const partner = await app.signedIn(secondPartner, { viewport: phone })
  const card = await write(page, 'Wir waren am Meer')
  const seen = cardOf(partner, 'Wir waren am Meer')

  await test.step('on the phone in a drawer with the entry on top', async () => {
    await seen.getByRole('button', { name: 'Antworten' }).click()
    const drawer = partner.getByRole('dialog', { name: 'Auf den Eintrag antworten' })
    await expect(drawer).toContainText('Wir waren am Meer')
    await drawer.getByRole('textbox', { name: 'Deine Antwort' }).fill('Und das Wasser war warm')
    await drawer.getByRole('button', { name: 'Senden' }).click()
    await expect(drawer).toBeHidden()
    await expect(repliesOf(card)).toContainText(['Und das Wasser war warm'])
    await expect(repliesOf(card)).toContainText(['Željka'])
  })

  await test.step('the others are behind one line', async () => {
    await reply(page, card, 'Nächstes Jahr wieder')
    await reply(page, card, 'Mit Zelt')
    await expect(repliesOf(seen)).toHaveText([/Nächstes Jahr wieder/, /Mit Zelt/])
    await reply(page, card, 'Und Grill')
    await expect(card.getByRole('button', { name: '2 weitere Antworten' })).toBeVisible()
    await seen.getByRole('button', { name: '2 weitere Antworten' }).click()
    await expect(repliesOf(seen)).toHaveCount(4)
    await expect(repliesOf(seen).first()).toContainText('Und das Wasser war warm')
  })

  await test.step('only one’s own can be changed', async () => {
    const menus = seen.getByRole('button', { name: 'Was tun mit dieser Antwort?' })
    await expect(menus).toHaveCount(1)
    await chooseFor(partner, repliesOf(seen).first(), 'Antwort bearbeiten')
    const drawer = partner.getByRole('dialog', { name: 'Antwort bearbeiten' })
    await drawer.getByRole('textbox', { name: 'Deine Antwort' }).fill('Und das Wasser war kalt')
    await drawer.getByRole('button', { name: 'Speichern' }).click()
    await card.getByRole('button', { name: '2 weitere Antworten' }).click()
    await expect(repliesOf(card).first()).toContainText('Und das Wasser war kalt')
  })

  await test.step('a deletion can be undone, and then reaches the other', async () => {
    await chooseFor(page, repliesOf(card).last(), 'Antwort löschen')
    await expect(toasts(page)).toContainText('Antwort gelöscht')
    await expect(toasts(page)).toContainText('Du hast 5 Sekunden zum Rückgängig machen.')
    await expect(repliesOf(card)).toHaveCount(3)
    await toasts(page).getByRole('button', { name: 'Rückgängig' }).click()
    await expect(toasts(page)).toContainText('Deine Antwort ist wieder da.')
    await expect(repliesOf(card)).toHaveCount(4)
    await chooseFor(page, repliesOf(card).last(), 'Antwort löschen')
    await expect(repliesOf(seen)).toHaveCount(3)
  })

  await test.step('an entry is deleted with its replies, and the undo brings all back', async () => {
    await card.getByRole('button', { name: 'Löschen' }).click()
    const question = page.getByRole('alertdialog', { name: 'Eintrag löschen?' })
    await expect(question).toContainText('Er wird mit 3 Antworten gelöscht.')
    await question.getByRole('button', { name: 'Löschen' }).click()
    await toasts(page).getByRole('button', { name: 'Rückgängig' }).last().click()
    await expect(card).toContainText('Mit Zelt')
  })
})

test('replies leave the partner with an entry that becomes private; in the bell and the search they lead to it', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: desktop })
  const partner = await app.signedIn(secondPartner, { viewport: desktop })

  await test.step('an entry that becomes private, and what was not sent to it', async () => {
    const card = await write(page, 'Überraschung geplant')
    const seen = cardOf(partner, 'Überraschung geplant')
    await reply(partner, seen, 'Was denn?')
    await arrived(seen)
    const field = await openField(partner, seen)
    await field.fill('Verrat es mir')
    await setPrivate(page, card)

    await expect(seen).toHaveCount(0)
    await expect(toasts(partner)).toContainText('Dieser Eintrag ist nicht mehr da')
    await expect(toasts(partner)).toContainText(
      'Öffne „Neuer Eintrag“, dort ist dein Text noch da.',
    )
    await partner.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    const form = partner.getByRole('dialog', { name: 'Neuer Eintrag' })
    await expect(textField(form)).toHaveValue('Verrat es mir')
    await form.getByRole('button', { name: 'Abbrechen' }).click()

    // The author sees both sides, and alone can reply.
    await expect(repliesOf(card)).toContainText(['Was denn?'])
    await reply(page, card, 'Bald weißt du es')
    await arrived(card)
    await setPrivate(page, card)
    await expect(repliesOf(seen)).toHaveText([/Was denn\?/, /Bald weißt du es/])
  })

  await test.step('the bell and the search', async () => {
    const card = await write(page, 'Kuchen gebacken')
    await expect(cardOf(partner, 'Kuchen gebacken')).toBeVisible()
    await reply(partner, cardOf(partner, 'Kuchen gebacken'), 'Mit Pflaumen bitte')
    for (const text of ['Und Sahne', 'Und Zimt']) await reply(page, card, text)

    await page.getByRole('button', { name: /^Neu für dich: / }).click()
    const line = page.getByRole('list', { name: 'Neuigkeiten' }).getByRole('button')
    await expect(line.first()).toContainText(/Željka hat auf „.+“ geantwortet/)
    await expect(line.first()).toContainText('Mit Pflaumen bitte')
    await line.first().click()
    await expect(card).toBeInViewport()

    await page.keyboard.press('/')
    await page.getByRole('textbox', { name: 'Im Tagebuch suchen' }).fill('pflaumen')
    await expect(card.locator('mark')).toHaveText('Pflaumen')
  })
})

test('one’s own replies by the keyboard, to a private note, and that cannot be sent', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: desktop })

  await test.step('by the keyboard alone', async () => {
    const id = await seed(app, 'Jonas', { content: 'Heute am See gewesen' })
    await seedReplies(app, id, [
      { by: 'Jonas', content: 'Eins' },
      { by: 'Željka', content: 'Zwei' },
      { by: 'Jonas', content: 'Drei' },
    ])
    const card = cardOf(page, 'Heute am See')
    await expect(repliesOf(card)).toHaveCount(2)
    expect(await violations(page)).toEqual([])
    await card.focus()
    const next = async (name: string) => {
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus')).toHaveAccessibleName(name)
    }

    await test.step('in the order in which they stand', async () => {
      await next('1 weitere Antwort')
      await page.keyboard.press('Enter')
      await expect(card.getByRole('list', { name: 'Antworten' })).toBeFocused()
      for (const name of ['Was tun mit dieser Antwort?', 'Was tun mit dieser Antwort?'])
        await next(name)
    })

    await test.step('the last of mine is changed, and the focus is in its field', async () => {
      await page.keyboard.press('Enter')
      const edit = page.getByRole('button', { name: 'Antwort bearbeiten' })
      await expect(edit).toBeFocused()
      await page.keyboard.press('Enter')
      const field = page.getByRole('textbox', { name: 'Deine Antwort' })
      await expect(field).toBeFocused()
      expect(await violations(page)).toEqual([])
      await page.keyboard.type(' und ein halbes')
      await page.keyboard.press('Control+Enter')
      await expect(repliesOf(card).last()).toContainText('Drei und ein halbes')
      const holdsFocus = (line: Element) => line.contains(document.activeElement)
      await expect.poll(async () => repliesOf(card).last().evaluate(holdsFocus)).toBe(true)
    })

    await test.step('a new one, after which the focus is on the button', async () => {
      const button = card.getByRole('button', { name: 'Antworten', exact: true })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('textbox', { name: 'Deine Antwort' })).toBeFocused()
      await page.keyboard.type('Vier')
      await page.keyboard.press('Control+Enter')
      await expect(repliesOf(card).last()).toContainText('Vier')
      await expect(button).toBeFocused()
    })

    await test.step('it is deleted, after which the focus is still among the replies', async () => {
      await repliesOf(card).last().getByRole('button').focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Antwort bearbeiten' })).toBeFocused()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(repliesOf(card)).toHaveCount(3)
      await expect(card.getByRole('list', { name: 'Antworten' })).toBeFocused()
    })
  })

  await test.step('a private note that is to be shared says how many of one’s own come along', async () => {
    await app.server.sql()`delete from entries`
    const id = await seed(app, 'Jonas', { content: 'Nur für mich', isPrivate: true })
    await seedReplies(app, id, [
      { by: 'Željka', content: 'Von früher' },
      { by: 'Jonas', content: 'Zu mir selbst' },
    ])
    const card = cardOf(page, 'Nur für mich')
    const hint = page.getByRole('dialog', { name: 'Eintrag bearbeiten' }).getByText('mit sichtbar')
    const form = await openEdit(page, card)
    const privacy = form.getByRole('switch', { name: 'Nur du kannst diese Notiz sehen' })
    await expect(hint).toHaveCount(0)
    await privacy.click()
    await expect(hint).toHaveText('Deine Antwort wird mit sichtbar.')
    await privacy.click()
    await expect(hint).toHaveCount(0)
    await form.getByRole('button', { name: 'Abbrechen' }).click()
    await reply(page, card, 'Noch etwas')
    await openEdit(page, card)
    await privacy.click()
    await expect(hint).toHaveText('Deine 2 Antworten werden mit sichtbar.')
    await form.getByRole('button', { name: 'Speichern' }).click()
    // Of an entry that is shared already there is nothing to say.
    await openEdit(page, card)
    await privacy.click()
    await privacy.click()
    await expect(hint).toHaveCount(0)
    await form.getByRole('button', { name: 'Abbrechen' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('a text that cannot be sent says why, and what was typed stays a draft of its entry', async () => {
    await app.server.sql()`delete from entries`
    const card = await write(page, 'Heute geregnet')
    const other = await write(page, 'Pilze gesammelt')
    const field = await openField(page, card)
    await field.fill('\u200b')
    await field.press('Control+Enter')
    await expect(toasts(page)).toContainText('Bitte gib einen Text ein')
    await field.fill('x'.repeat(contentLimit + 1))
    await field.press('Control+Enter')
    await expect(toasts(page)).toContainText(`Maximal ${contentLimit} Zeichen erlaubt`)
    await field.fill('Halb getippt')
    await field.press('Escape')
    await expect(field).toHaveCount(0)
    // Only one field is open, and each entry has its own draft.
    await expect(await openField(page, other)).toHaveValue('')
    await page.reload()
    await expect(await openField(page, card)).toHaveValue('Halb getippt')
  })
})
