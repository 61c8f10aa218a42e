import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { arrived, cardOf, openEdit, openForm, textField, write } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'

const long = 'Ein langer Gedanke, der in kein Feld passt. '.repeat(4).trim()
const toTranslation = { name: 'Übersetzungen' } as const

test('a change of the category takes every word along, and back', async ({ app }) => {
  const words = `Nur deutsche Wörter. ${long}`
  await seed(app, 'Jonas', { content: words, category: 'uebersetzungen' })
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  const edit = page.getByRole('dialog', { name: 'Eintrag bearbeiten' })

  await test.step('what was typed goes into the German field, and back as it was', async () => {
    await openForm(page, 'Gedanken & Notizen')
    await textField(form).fill('Schmetterling\nund Raupe')
    await form.getByRole('radio', toTranslation).check()
    await expect(form.getByLabel('Deutsch')).toHaveValue('Schmetterling und Raupe')
    await form.getByRole('radio', { name: 'Gedanken & Notizen' }).check()
    await expect(textField(form)).toHaveValue('Schmetterling\nund Raupe')
  })

  await test.step('a text that is too long for the fields stays, also when they are sent', async () => {
    await textField(form).fill(long)
    await form.getByRole('radio', toTranslation).check()
    await expect(form.getByText('Dein Text ist zu lang für diese Felder.')).toBeVisible()
    await form.getByLabel('Deutsch').fill('Gedanke')
    await form.getByLabel('Kroatisch').fill('misao')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(cardOf(page, 'misao')).toContainText('Gedanke')
    await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    await expect(form.getByRole('radio', { name: 'Gedanken & Notizen' })).toBeChecked()
    await expect(textField(form)).toHaveValue(long)
    await form.getByRole('button', { name: 'Verwerfen' }).click()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await test.step('an entry becomes a translation, and both its words one text', async () => {
    await arrived(await write(page, 'Haus'))
    await openEdit(page, cardOf(page, 'Haus'))
    await edit.getByRole('radio', toTranslation).check()
    await expect(edit.getByLabel('Deutsch')).toHaveValue('Haus')
    await edit.getByLabel('Kroatisch').fill('kuća')
    await edit.getByRole('button', { name: 'Speichern' }).click()
    await expect(edit).toBeHidden()
    await arrived(cardOf(page, 'kuća'))
    await openEdit(page, cardOf(page, 'kuća'))
    await edit.getByRole('radio', { name: 'Ideen' }).check()
    await expect(textField(edit)).toHaveValue('Haus | kuća')
    await edit.getByRole('button', { name: 'Speichern' }).click()
    await arrived(cardOf(page, 'Haus | kuća'))
    await expect
      .poll(async () => app.server.sql()`select content from entries where category = 'ideen'`)
      .toEqual([{ content: 'Haus | kuća' }])
  })

  await test.step('a translation without two sides, longer than its field, loses no word by typing', async () => {
    await openEdit(page, cardOf(page, 'Nur deutsche Wörter'))
    const german = edit.getByLabel('Deutsch')
    await expect(german).toHaveValue(words)
    await german.press('End')
    await german.pressSequentially('!')
    await expect(german).toHaveValue(words)
    await edit.getByRole('radio', { name: 'Gedanken & Notizen' }).check()
    await expect(textField(edit)).toHaveValue(words)
  })
})
