import type { Locator, Page } from '@playwright/test'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { arrived, cardOf, openEdit, openForm, textField, toasts } from './entry-steps.ts'

/** An idea on a day of November, which is chosen in the calendar of the form. */
async function ideaOn(page: Page, day: number, text: string): Promise<Locator> {
  const form = await openForm(page, 'Ideen')
  await textField(form).fill(text)
  await expect(time(form)).toBeHidden()
  await form.getByRole('button', { name: 'Datum wählen' }).click()
  // Hidden from the accessibility tree, because each day says its weekday.
  await expect(page.locator('thead th').first()).toHaveText('Mo')
  await page.getByRole('button', { name: new RegExp(`${day}\\. November 2026`) }).click()
  return form
}

const send = async (form: Locator) => form.getByRole('button', { name: 'Eintragen' }).click()

const time = (form: Locator) => form.getByLabel('Uhrzeit')

test('an idea takes a date and, once there is one, a time, of which nothing is lost', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { at: new Date('2026-11-20T23:40:00+01:00') })
  /** The date that the server has, in the zone of the journal. */
  const stored = async (text: string) => {
    await arrived(cardOf(page, text))
    const [row] = await app.server.sql()`
      select to_char(scheduled_date at time zone 'Europe/Berlin', 'DD. HH24:MI:SS') as date
      from entries where content = ${text}`
    return row?.['date']
  }

  await test.step('an incomplete time is refused in words', async () => {
    const form = await ideaOn(page, 27, 'Raketen')
    await time(form).focus()
    // The hour alone, which is the same on a clock of 12 hours.
    await page.keyboard.type('08')
    await send(form)
    await expect(time(form)).toHaveAccessibleDescription(/Bitte gib eine gültige Uhrzeit ein/)
    await expect(toasts(page)).toContainText('Bitte gib eine gültige Uhrzeit ein')
    await expect(toasts(page)).not.toContainText('Eintrag erstellt')
    await expect(time(form)).toBeFocused()
    await expect(textField(form)).toHaveValue('Raketen')
    await time(form).fill('20:15')
    await send(form)
    await expect(cardOf(page, 'Raketen')).toContainText('27. November 2026, 20:15 Uhr')
    expect(await stored('Raketen')).toBe('27. 20:15:00')
  })

  await test.step('a time of which a part was removed is refused in the edit form', async () => {
    const edit = await openEdit(page, cardOf(page, 'Raketen'))
    await time(edit).focus()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Control+Enter')
    await expect(time(edit)).toHaveAccessibleDescription(/Bitte gib eine gültige Uhrzeit ein/)
    await expect(edit).toBeVisible()
    await expect(toasts(page)).not.toContainText('aktualisiert')
    await page.keyboard.press('Escape')
    await expect(edit).toBeHidden()
  })

  await test.step('a date without a time is that day’s midnight and is shown without a time', async () => {
    await send(await ideaOn(page, 20, 'Feuerwerk'))
    await expect(cardOf(page, 'Feuerwerk')).toHaveText(/Geplant für20\. November 2026$/)
    expect(await stored('Feuerwerk')).toBe('20. 00:00:00')
  })

  await test.step('midnight is a time, which the edit form shows again and keeps', async () => {
    const form = await ideaOn(page, 20, 'Anstoßen')
    await time(form).fill('00:00')
    await send(form)
    await expect(cardOf(page, 'Anstoßen')).toContainText('20. November 2026, 00:00 Uhr')
    expect(await stored('Anstoßen')).toBe('20. 00:00:01')
    // Its moment has passed, unlike that of a date alone.
    await expect(cardOf(page, 'Anstoßen')).toContainText('War geplant für')
    const edit = await openEdit(page, cardOf(page, 'Anstoßen'))
    await expect(time(edit)).toHaveValue('00:00')
    await textField(edit).fill('Am Fenster')
    await edit.getByRole('button', { name: 'Speichern' }).click()
    await expect(cardOf(page, 'Am Fenster')).toContainText('20. November 2026, 00:00 Uhr')
    expect(await stored('Am Fenster')).toBe('20. 00:00:01')
  })
})
