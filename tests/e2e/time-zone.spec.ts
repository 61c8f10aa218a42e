import type { Page } from '@playwright/test'
import { expect, firstPartner, test, type TestApp } from '../support/e2e.ts'
import { arrived, cardOf, networkIsBack, openEdit, openForm, textField } from './entry-steps.ts'
import { seed } from './main-screen-steps.ts'

const at = new Date('2026-11-20T12:00:00+01:00')

/** As a start with another `timeZone` does, or the owner of a hosted project. */
async function moveTo(app: TestApp, timeZone: string): Promise<void> {
  await app.server.sql()`update public.journal set time_zone = ${timeZone}`
}

test.afterEach(async ({ app }) => moveTo(app, 'Europe/Berlin'))

/** Days and times are reckoned in the new zone: a card with a time shows it. */
async function learned(page: Page, time: string): Promise<void> {
  await expect(page.locator('article', { hasText: 'Anruf' })).toContainText(time)
}

const dateOf = async (app: TestApp, text: string) => {
  const [row] = await app.server.sql()`select scheduled_date from entries where content = ${text}`
  return row?.['scheduled_date']
}

test('a date without a time stays on its day when the time zone changes: in an open form and in what waits', async ({
  app,
}) => {
  await seed(app, 'Jonas', {
    content: 'Raketen',
    category: 'ideen',
    scheduledDate: new Date('2026-11-20T00:00:00+01:00'),
  })
  await seed(app, 'Jonas', {
    content: 'Anruf',
    category: 'ideen',
    // In Tokyo this is a midnight.
    scheduledDate: new Date('2026-11-20T16:00:00+01:00'),
  })
  const page = await app.signedIn(firstPartner, { at })
  const form = await openEdit(page, cardOf(page, 'Raketen'))
  await textField(form).fill('Raketen und Sekt')
  await moveTo(app, 'Asia/Tokyo')
  await learned(page, '21. November 2026, 00:00 Uhr')
  await textField(form).press('End')
  await textField(form).pressSequentially('!')
  await expect(form).not.toContainText('inzwischen geändert')
  await form.getByRole('button', { name: 'Speichern' }).click()
  const saved = cardOf(page, 'Raketen und Sekt!')
  await expect(saved).toHaveText(/Geplant für20\. November 2026$/)
  await arrived(saved)
  expect(await dateOf(app, 'Raketen und Sekt!')).toEqual(new Date('2026-11-20T00:00:00+09:00'))

  await test.step('what was written without a network follows, back to the first time zone, too', async () => {
    await page.context().route(/\/(rest|auth)\/v1\//, (route) => route.abort())
    const idea = await openForm(page, 'Ideen')
    await textField(idea).fill('Feuerwerk')
    await idea.getByRole('button', { name: 'Datum wählen' }).click()
    await page.getByRole('button', { name: /22\. November 2026/ }).click()
    await idea.getByRole('button', { name: 'Eintragen' }).click()
    await expect(cardOf(page, 'Feuerwerk')).toContainText('noch nicht gesendet')
    const edit = await openEdit(page, saved)
    await textField(edit).fill('Raketen mit Sekt')
    await edit.getByRole('button', { name: 'Speichern' }).click()
    await expect(edit).toBeHidden()
    await moveTo(app, 'Europe/Berlin')
    await page.context().unroute(/\/(rest|auth)\/v1\//)
    await networkIsBack(page)
    await arrived(cardOf(page, 'Feuerwerk'))
    await learned(page, '20. November 2026, 16:00 Uhr')
    await expect(cardOf(page, 'Feuerwerk')).toContainText('22. November 2026')
    expect(await dateOf(app, 'Feuerwerk')).toEqual(new Date('2026-11-22T00:00:00+01:00'))
    await arrived(cardOf(page, 'Raketen mit Sekt'))
    expect(await dateOf(app, 'Raketen mit Sekt')).toEqual(new Date('2026-11-20T00:00:00+01:00'))
  })
})
