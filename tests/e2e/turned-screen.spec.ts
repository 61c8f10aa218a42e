import type { Locator, Page } from '@playwright/test'
import { expect, firstPartner, phone, test } from '../support/e2e.ts'
import { cardOf, openEdit, openForm, textField, toasts, write } from './entry-steps.ts'
import { chooseFor, openField, repliesOf, reply } from './reply-steps.ts'

/** A phone that is turned: with 844 px it has the desktop's layout (D22). */
const turned = { width: phone.height, height: phone.width } as const
/** From the phone's layout to the desktop's, to two columns and back, as a window that is resized. */
const sizes = [turned, { width: 1200, height: 900 }, { width: 767, height: 900 }, phone] as const

/** Keeps the field of this moment, to recognize it later. */
async function mark(field: Locator): Promise<void> {
  await field.evaluate((element) => Object.assign(globalThis, { marked: element }))
}

/** The text of a field and the place of its caret; undefined if it is another field than the one marked. */
async function stateOf(field: Locator) {
  return field.evaluate((element: HTMLTextAreaElement) => {
    const { marked } = globalThis as { marked?: Element }
    if (marked !== element || document.activeElement !== element) return undefined
    return [element.value, element.selectionStart, element.selectionEnd]
  })
}

/** Types, marks a word and turns: the field is the same, and what was typed last can be undone. */
async function surviveTurning(page: Page, field: Locator): Promise<void> {
  await field.pressSequentially('Am Meer war es warm')
  await mark(field)
  await field.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(3, 7))
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect(field).toBeInViewport({ ratio: 0.5 })
    expect(await stateOf(field)).toEqual(['Am Meer war es warm', 3, 7])
  }
  // Firefox's driver does not show what Firefox undoes.
  if (page.context().browser()?.browserType().name() === 'firefox') return
  await page.setViewportSize(turned)
  await page.keyboard.type('See')
  await expect(field).toHaveValue('Am See war es warm')
  await page.setViewportSize(phone)
  await page.keyboard.press('Control+z')
  await expect(field).not.toHaveValue(/See/)
  await expect(field).toHaveValue(/Am .*war es warm/)
}

test('a new entry, an edit, a calendar and a quote keep field, caret and undo while the phone turns', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const card = await write(page, 'Ein Tag am Strand')

  await test.step('a new entry, with its category', async () => {
    const form = await openForm(page, 'Gedanken')
    await textField(form).focus()
    await surviveTurning(page, textField(form))
    await expect(form.getByRole('radio', { name: 'Gedanken' })).toBeChecked()
    await form.getByRole('button', { name: 'Abbrechen' }).click()
  })
  await test.step('an edit', async () => {
    const form = await openEdit(page, card)
    await expect(textField(form)).toBeFocused()
    await textField(form).fill('')
    await surviveTurning(page, textField(form))
    await form.getByRole('button', { name: 'Abbrechen' }).click()
  })
  await test.step('an open calendar, with its month', async () => {
    const form = await openForm(page, 'Ideen')
    await textField(form).fill('Nach Zadar')
    await form.getByRole('button', { name: 'Datum wählen' }).click()
    const calendar = page.getByRole('dialog', { name: 'Datum wählen' })
    await calendar.getByRole('button', { name: /nächsten Monat/i }).click()
    const month = await calendar.getByRole('status').textContent()
    for (const size of sizes) {
      await page.setViewportSize(size)
      await expect(calendar.getByRole('status')).toHaveText(month ?? '')
    }
    await calendar.getByRole('gridcell').nth(17).getByRole('button').click()
    await expect(calendar).toBeHidden()
    await expect(textField(form)).toHaveValue('Nach Zadar')
    await form.getByRole('button', { name: 'Abbrechen' }).click()
    await expect(form).toBeHidden()
  })
  await test.step('a quote', async () => {
    await page.goto(new URL('/favoriten', page.url()).href)
    await page.getByRole('button', { name: 'Zitat hinzufügen' }).click()
    const field = page.getByRole('textbox', { name: 'Zitat', exact: true })
    await expect(field).toBeFocused()
    await surviveTurning(page, field)
  })
})

test('a half reply is the same while the phone turns, and one draft', async ({ app }) => {
  const page = await app.signedIn(firstPartner, { viewport: phone })
  const card = await write(page, 'Wir waren am Meer')
  const replies = repliesOf(cardOf(page, 'Wir waren am Meer'))
  await reply(page, card, 'Und wie')
  for (const [where, opened] of [
    ['in the drawer of a phone', phone],
    ['in the card', turned],
  ] as const)
    await test.step(where, async () => {
      await page.setViewportSize(opened)
      await app.server.sql()`delete from replies where content <> 'Und wie'`
      await expect(replies).toHaveCount(1)
      await surviveTurning(page, await openField(page, card))
      await page.keyboard.press('Control+Enter')
      await expect(replies).toHaveCount(2)
      await expect(toasts(page)).not.toContainText('nicht')
      // Nothing of it was left as a draft.
      await expect(await openField(page, card)).toHaveValue('')
      await page.keyboard.press('Escape')

      await page.setViewportSize(opened)
      await chooseFor(page, replies.first(), 'Antwort bearbeiten')
      const field = page.getByRole('textbox', { name: 'Deine Antwort' })
      await expect(field).toBeFocused()
      await field.fill('')
      await surviveTurning(page, field)
      await page.keyboard.press('Escape')
      await expect(field).toHaveCount(0)
    })
})
