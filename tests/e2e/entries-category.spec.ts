import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { arrived, cardOf, openEdit, openForm, textField, write } from './entry-steps.ts'

const long = 'Ein langer Gedanke, der in kein Feld passt. '.repeat(4).trim()
const toTranslation = { name: 'Übersetzungen' } as const

test.describe('a change of the category', () => {
  test(
    'takes what was typed into the German field, and back',
    { tag: '@long' },
    async ({ app }) => {
      const page = await app.signedIn(firstPartner, { viewport: phone })
      const form = await openForm(page)
      await textField(form).fill('Schmetterling\nund Raupe')
      await form.getByRole('radio', toTranslation).check()
      await expect(form.getByLabel('Deutsch')).toHaveValue('Schmetterling und Raupe')
      await form.getByRole('radio', { name: 'Ideen' }).check()
      await expect(textField(form)).toHaveValue('Schmetterling\nund Raupe')

      await form.getByRole('radio', toTranslation).check()
      await form.getByLabel('Deutsch').fill('Schmetterling')
      await form.getByLabel('Kroatisch').fill('leptir')
      await form.getByRole('radio', { name: 'Gedanken & Notizen' }).check()
      await expect(textField(form)).toHaveValue('Schmetterling | leptir')
      await form.getByRole('radio', toTranslation).check()
      await form.getByRole('button', { name: 'Eintragen' }).click()
      await expect(cardOf(page, 'Schmetterling').getByText('leptir')).toBeVisible()
    },
  )

  test(
    'keeps a text that is too long for the fields, also when they are sent',
    { tag: '@long' },
    async ({ app }) => {
      const page = await app.signedIn(firstPartner, { viewport: phone })
      const form = await openForm(page, 'Gedanken & Notizen')
      await textField(form).fill(long)
      await form.getByRole('radio', toTranslation).check()
      await expect(form.getByText('Dein Text ist zu lang für diese Felder.')).toBeVisible()
      await form.getByLabel('Deutsch').fill('Gedanke')
      await form.getByLabel('Kroatisch').fill('misao')
      await form.getByRole('button', { name: 'Eintragen' }).click()
      await expect(cardOf(page, 'Gedanke')).toContainText('misao')

      await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
      await expect(form.getByRole('radio', { name: 'Gedanken & Notizen' })).toBeChecked()
      await expect(textField(form)).toHaveValue(long)
    },
  )

  test(
    'of an entry takes its text along, and of a translation both words',
    { tag: '@long' },
    async ({ app }) => {
      const page = await app.signedIn(firstPartner, { viewport: phone })
      await arrived(await write(page, 'Haus'))
      const form = await openEdit(page, cardOf(page, 'Haus'))
      await form.getByRole('radio', toTranslation).check()
      await expect(form.getByLabel('Deutsch')).toHaveValue('Haus')
      await form.getByLabel('Kroatisch').fill('kuća')
      await form.getByRole('button', { name: 'Speichern' }).click()
      await expect(form).toBeHidden()
      await arrived(cardOf(page, 'kuća'))

      await openEdit(page, cardOf(page, 'kuća'))
      await form.getByRole('radio', { name: 'Ideen' }).check()
      await expect(textField(form)).toHaveValue('Haus | kuća')
      await form.getByRole('button', { name: 'Speichern' }).click()
      await arrived(cardOf(page, 'Haus | kuća'))
      await expect
        .poll(async () => app.server.sql()`select category, content from entries`)
        .toEqual([{ category: 'ideen', content: 'Haus | kuća' }])
    },
  )
})

test(
  'a translation without two sides loses no word by typing or by another category',
  { tag: '@long' },
  async ({ app }) => {
    const { rest, id } = await app.server.client('Jonas')
    const words = `Nur deutsche Wörter. ${long}`
    const row = { user_id: id, category: 'uebersetzungen', content: words }
    expect((await rest.from('entries').insert(row)).error).toBeNull()
    const page = await app.signedIn(firstPartner)
    const form = await openEdit(page, cardOf(page, 'Nur deutsche Wörter'))
    const german = form.getByLabel('Deutsch')
    await expect(german).toHaveValue(words)
    await german.press('End')
    // A text that is longer than the field takes is there whole, and nothing more is taken.
    await german.pressSequentially('!')
    await expect(german).toHaveValue(words)
    await form.getByRole('radio', { name: 'Gedanken & Notizen' }).check()
    await expect(textField(form)).toHaveValue(words)
  },
)
