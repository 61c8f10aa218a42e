import { pathToFileURL } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import { expect, firstPartner, secondPartner, test } from '../support/e2e.ts'
import { arrived, cardOf, openEdit, openForm, textField, toasts } from './entry-steps.ts'

/** An idea on 20 November, with the focus on its time. */
async function ideaWithDate(page: Page, text: string): Promise<Locator> {
  const form = await openForm(page, 'Ideen')
  await textField(form).fill(text)
  await form.getByRole('button', { name: 'Datum wählen' }).click()
  await page.getByRole('button', { name: /20\. November 2026/ }).click()
  await form.getByLabel('Uhrzeit').focus()
  return form
}

const send = async (form: Locator) => form.getByRole('button', { name: 'Eintragen' }).click()

const time = (form: Locator) => form.getByLabel('Uhrzeit')

test('an incomplete time is refused in words and nothing of the form is lost', async ({ app }) => {
  const page = await app.signedIn(firstPartner, { at: new Date('2026-11-20T12:00:00+01:00') })
  const form = await ideaWithDate(page, 'Raketen')
  // The hour alone, which is the same on a clock of 12 hours.
  await page.keyboard.type('08')
  await send(form)
  await expect(time(form)).toHaveAccessibleDescription(/Bitte gib eine gültige Uhrzeit ein/)
  await expect(toasts(page)).toContainText('Bitte gib eine gültige Uhrzeit ein')
  await expect(toasts(page)).not.toContainText('Eintrag erstellt')
  await expect(time(form)).toBeFocused()
  await expect(textField(form)).toHaveValue('Raketen')

  await test.step('completed it is stored as typed', async () => {
    await time(form).fill('20:15')
    await send(form)
    await expect(cardOf(page, 'Raketen')).toContainText('20. November 2026, 20:15 Uhr')
  })

  await test.step('a time of which a part was removed is refused in the edit form', async () => {
    const edit = await openEdit(page, cardOf(page, 'Raketen'))
    await time(edit).focus()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Control+Enter')
    await expect(time(edit)).toHaveAccessibleDescription(/Bitte gib eine gültige Uhrzeit ein/)
    await expect(edit).toBeVisible()
    await expect(toasts(page)).not.toContainText('aktualisiert')
  })
})

test('midnight is a time: on both screens, in the edit form, in the filters and in the book', async ({
  app,
  browser,
}, info) => {
  const at = new Date('2026-11-20T23:40:00+01:00')
  const page = await app.signedIn(firstPartner, { at })
  const partner = await app.signedIn(secondPartner, { at })
  const form = await ideaWithDate(page, 'Anstoßen')
  await time(form).fill('00:00')
  await send(form)
  for (const screen of [page, partner])
    await expect(cardOf(screen, 'Anstoßen')).toContainText('20. November 2026, 00:00 Uhr')
  await arrived(cardOf(page, 'Anstoßen'))
  const [row] = await app.server.sql()`
    select scheduled_date = '2026-11-20 00:00:01+01' as "isRight" from entries`
  expect(row?.['isRight']).toBe(true)

  await test.step('its moment has passed, unlike that of a date alone', async () => {
    const other = await ideaWithDate(page, 'Feuerwerk')
    await send(other)
    await expect(cardOf(page, 'Feuerwerk')).toHaveText(/Geplant für20\. November 2026$/)
    await expect(cardOf(page, 'Anstoßen')).toContainText('War geplant für')
  })

  await test.step('the edit form shows it again and keeps it', async () => {
    const edit = await openEdit(partner, cardOf(partner, 'Anstoßen'))
    await expect(time(edit)).toHaveValue('00:00')
    await textField(edit).fill('Anstoßen am Fenster')
    await edit.getByRole('button', { name: 'Speichern' }).click()
    await expect(cardOf(page, 'am Fenster')).toContainText('20. November 2026, 00:00 Uhr')
  })

  await test.step('the book shows it', async () => {
    await page.getByRole('button', { name: /^Neu für dich/ }).click()
    await page.getByRole('button', { name: 'Auf diesem Gerät' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Alles mitnehmen' }).click()
    const file = `${info.outputDir}/tagebuch.html`
    await (await download).saveAs(file)
    const book = await browser.newPage()
    await book.goto(pathToFileURL(file).href)
    await expect(book.getByText('20. November 2026, 00:00 Uhr')).toBeVisible()
    await book.close()
  })
})
