import { expect, firstPartner, test } from '../support/e2e.ts'
import { cardOf, openEdit, openForm, textField, toasts } from './entry-steps.ts'

const caretOf = (field: HTMLInputElement) => field.selectionStart

test('a full word field loses no letter, wherever one types or pastes, and says why it is not sent', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  const form = await openForm(page, 'Übersetzungen')
  const german = form.getByLabel('Deutsch')
  const counter = form.getByTestId('counter').first()
  const full = 'Ein Anfang und ein Ende mit Emoji 👩‍👩‍👧 '.padEnd(99, 'x') + '👩‍👩‍👧'
  await form.getByLabel('Kroatisch').fill('riječ')
  await german.fill(full)
  await german.press('Home')
  await page.keyboard.type('Vorn ')
  await expect(german).toHaveValue(`Vorn ${full}`)
  expect(await german.evaluate(caretOf)).toBe('Vorn '.length)

  await test.step('the counter is red and says how much is too much', async () => {
    const length = Array.from(`Vorn ${full}`).length
    await expect(counter).toHaveText(`${length}/100`)
    await expect(form.getByText(`${length - 100} Zeichen zu viel`)).toBeVisible()
  })

  await test.step('sending is refused in words, and the text stays', async () => {
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(german).toHaveAccessibleDescription(/Maximal 100 Zeichen erlaubt/)
    await expect(toasts(page)).toContainText('Maximal 100 Zeichen erlaubt')
    await expect(german).toHaveValue(`Vorn ${full}`)
    await expect(german).toBeFocused()
  })

  await test.step('a long text is pasted whole, and its draft survives the form', async () => {
    const pasted = '👩‍👩‍👧'.repeat(60)
    await german.fill('')
    await page.keyboard.insertText(pasted)
    await expect(german).toHaveValue(pasted)
    await page.keyboard.press('Escape')
    await openForm(page, 'Übersetzungen')
    await expect(german).toHaveValue(pasted)
  })

  await test.step('100 characters are stored, also when they are more to a computer', async () => {
    const exact = '👍🏽'.repeat(50)
    await german.fill(` ${exact} `)
    await expect(counter).toHaveText('100/100')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(cardOf(page, exact)).toBeVisible()
    const edit = await openEdit(page, cardOf(page, exact))
    await expect(edit.getByLabel('Deutsch')).toHaveValue(exact)
  })
})

test('an entry, a quote and its author take more than their limit and are refused with the text kept', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  const form = await openForm(page)
  const emoji = '👩‍👩‍👧'.repeat(70)
  await textField(form).fill(emoji)
  await expect(form.getByTestId('counter')).toHaveText('350/300')
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await expect(textField(form)).toHaveAccessibleDescription(/Maximal 300 Zeichen erlaubt/)
  await expect(textField(form)).toHaveValue(emoji)
  await page.keyboard.press('Escape')

  await page.goto('/favoriten')
  await page.getByRole('button', { name: 'Zitat hinzufügen' }).first().click()
  const quote = page.getByRole('dialog', { name: 'Zitat hinzufügen' })
  const [text, author] = [quote.getByLabel('Zitat'), quote.getByLabel('Von wem?')]
  await text.fill('🌊'.repeat(1001))
  await author.fill('👑'.repeat(201))
  await quote.getByRole('button', { name: 'Hinzufügen' }).click()
  await expect(text).toHaveAccessibleDescription(/1000/)
  await expect(text).toHaveValue('🌊'.repeat(1001))
  await text.fill('Alles fließt')
  await quote.getByRole('button', { name: 'Hinzufügen' }).click()
  await expect(author).toHaveAccessibleDescription(/200/)
  await expect(author).toHaveValue('👑'.repeat(201))
})
