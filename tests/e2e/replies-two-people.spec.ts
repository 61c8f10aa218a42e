import { desktop, expect, firstPartner, phone, secondPartner, test } from '../support/e2e.ts'
import { failingWord, failWith } from '../support/failing-writes.ts'
import { violations } from './axe.ts'
import { lines } from './bell-steps.ts'
import { anotherTab, draftStored } from './draft-steps.ts'
import { arrived, cardOf, openForm, remove, textField, toasts, write } from './entry-steps.ts'
import { idInLongJournal, openLongJournal } from './long-list-steps.ts'
import { seed } from './main-screen-steps.ts'
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

test('replies that are written, changed and deleted offline reach the other once the network is back', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: desktop })
  const partner = await app.signedIn(secondPartner, { viewport: phone })
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

test('a deletion that is undone disturbs no one who is writing, and one that is not gives the text back', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: desktop })
  const partner = await app.signedIn(secondPartner, { viewport: phone })
  const card = await write(page, 'Die Lampe ist kaputt')
  const seen = cardOf(partner, 'Die Lampe ist kaputt')
  await reply(partner, seen, 'Ich habe noch eine')
  await arrived(seen)
  await expect(repliesOf(card)).toHaveCount(1)
  await chooseFor(partner, repliesOf(seen), 'Antwort bearbeiten')
  const drawer = partner.getByRole('dialog', { name: 'Antwort bearbeiten' })
  const field = drawer.getByRole('textbox', { name: 'Deine Antwort' })
  await field.fill('Ich habe noch eine im Keller')

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
  await drawer.getByRole('button', { name: 'Schließen' }).first().click()
  await expect(drawer).toBeHidden()
  await expect(toasts(partner)).toContainText('Dieser Eintrag ist nicht mehr da')
  const form = await openForm(partner, 'Gedanken & Notizen')
  await expect(textField(form)).toHaveValue('Ich habe noch eine im Keller')
})

test('a reply that is deleted in one tab while it is edited in another gives its text back', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: desktop })
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
})

test('a reply that the server does not take says so, and its text is in its field', async ({
  app,
}) => {
  app.allowConsoleLines(/40[03]/)
  const page = await app.signedIn(firstPartner, { viewport: desktop })
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

test('replies can be read, written and changed with the keyboard alone', async ({ app }) => {
  const id = await seed(app, 'Jonas', { content: 'Heute am See gewesen' })
  await seedReplies(app, id, [
    { by: 'Jonas', content: 'Eins' },
    { by: 'Željka', content: 'Zwei' },
    { by: 'Jonas', content: 'Drei' },
  ])
  const page = await app.signedIn(firstPartner, { viewport: desktop })
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
