import type { Locator, Page } from '@playwright/test'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { cardOf, openEdit, openForm, textField, write } from './entry-steps.ts'
import { tab } from './main-screen-steps.ts'
import { answerField, openPractice } from './practice-steps.ts'
import { openField, repliesOf } from './reply-steps.ts'

/** Sets a field as a password manager, an extension or an accessibility tool does: without an event. */
async function setSilently(field: Locator, value: string): Promise<void> {
  await field.evaluate((element, text) => {
    const input = element as HTMLInputElement
    const { prototype } = input.constructor as typeof HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text)
  }, value)
}

async function signIn(page: Page): Promise<void> {
  await setSilently(page.getByRole('textbox', { name: 'Benutzername' }), firstPartner.name)
  await setSilently(page.getByLabel('Passwort', { exact: true }), firstPartner.password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Tagebuch')
  await expect(page.getByRole('button', { name: 'Neuer Eintrag', exact: true })).toBeVisible()
}

test('what a helper has put into a field without an event is sent, in each form', async ({
  app,
}) => {
  const page = await (await app.device()).newPage()
  await page.goto(new URL('/auth', app.url).href)
  await test.step('signing in', async () => signIn(page))

  await test.step('a new entry and an edit', async () => {
    const form = await openForm(page)
    await setSilently(textField(form), 'Ein stiller Tag')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    const edit = await openEdit(page, cardOf(page, 'Ein stiller Tag'))
    await setSilently(textField(edit), 'Ein leiser Tag')
    await edit.getByRole('button', { name: 'Speichern' }).click()
    await expect(cardOf(page, 'Ein leiser Tag')).toBeVisible()
  })

  await test.step('both words, where one of them was typed after the other was set', async () => {
    const form = await openForm(page, 'Übersetzungen')
    await setSilently(form.getByLabel('Deutsch'), 'Brücke')
    await form.getByLabel('Kroatisch').pressSequentially('most')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(cardOf(page, 'Brücke')).toContainText('most')
  })

  await test.step('the time of an idea', async () => {
    const form = await openForm(page, 'Ideen')
    await textField(form).fill('Zum Hafen')
    await form.getByRole('button', { name: 'Datum wählen' }).click()
    const calendar = page.getByRole('dialog', { name: 'Datum wählen' }).getByRole('grid')
    await calendar.getByRole('button').last().click()
    await setSilently(form.getByLabel('Uhrzeit'), '08:30')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(cardOf(page, 'Zum Hafen')).toContainText('08:30 Uhr')
  })

  await test.step('an answer in practice', async () => {
    await tab(page, 'Übersetzungen').click()
    const practice = await openPractice(page, 2)
    const isGerman = (await practice.locator('#practice-prompt').innerText()).includes('Brücke')
    // A press right after the one that opened the dialog counts for nothing.
    await expect(async () => {
      await setSilently(answerField(practice), isGerman ? 'most' : 'Brücke')
      await practice.getByRole('button', { name: 'Zeigen' }).click({ timeout: 1000 })
      await expect(practice.getByText('Richtig!').last()).toBeVisible({ timeout: 1000 })
    }).toPass()
    await page.keyboard.press('Escape')
    await tab(page, 'Alle').click()
  })

  await test.step('a reply', async () => {
    const card = await write(page, 'Am Ufer')
    await setSilently(await openField(page, card), 'Und der Wind')
    await page.getByRole('button', { name: 'Senden' }).click()
    await expect(repliesOf(card)).toContainText(['Und der Wind'])
  })

  await test.step('a quote', async () => {
    await page.goto(new URL('/favoriten', app.url).href)
    await page.getByRole('button', { name: 'Zitat hinzufügen' }).first().click()
    const quote = page.getByRole('dialog', { name: 'Zitat hinzufügen' })
    await setSilently(quote.getByLabel('Zitat'), 'Alles fließt')
    await setSilently(quote.getByLabel('Von wem?'), 'Heraklit')
    await quote.getByRole('button', { name: 'Hinzufügen' }).click()
    await expect(page.getByRole('article').filter({ hasText: 'Alles fließt' })).toBeVisible()
  })
})
