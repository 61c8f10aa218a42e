import type { Page } from '@playwright/test'
import { expect, firstPartner, phone, test, type TestApp } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { seed } from './main-screen-steps.ts'
import { lowContrast } from './axe.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Auf diesem Gerät' })
const part = (page: Page, name: string) => dialog(page).getByRole('region', { name })

/** By keyboard, as the line at the foot of the bell's list. */
async function openDevice(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Neu für dich/ }).press('Enter')
  await page.getByRole('button', { name: 'Auf diesem Gerät' }).press('Enter')
  await expect(dialog(page)).toBeVisible()
}

/** The server's own upkeep writes this row, too, each minute: what it says is put back until it shows. */
async function says(app: TestApp, hours: number, isAmiss: boolean, page: Page, text: RegExp) {
  const at = new Date(ordinaryPresent().getTime() - hours * 3_600_000).toISOString()
  await expect(async () => {
    await app.server.sql()`
      update public.journal
      set backed_up_at = ${at}, disk_low = ${isAmiss}, backup_folder_changed = ${isAmiss}`
    await expect(part(page, 'Sicherung')).toContainText(text, { timeout: 2000 })
  }).toPass()
}

test('on the phone the dialog says what lies on it and when it was backed up', async ({ app }) => {
  await seed(app, 'Jonas', { content: 'Erstens', createdAt: new Date('2026-03-02T10:00:00Z') })
  await seed(app, 'Željka', { content: 'Zweitens' })
  const page = await app.signedIn(firstPartner, { at: ordinaryPresent(), viewport: phone })
  await openDevice(page)
  await expect(part(page, 'Hier gespeichert')).toContainText(
    '2 Einträge, alle bis zum ersten vom 2. März 2026.',
  )
  await expect(part(page, 'Hier gespeichert')).toContainText('Alles ist gesendet.')
  await says(app, 71, false, page, /Zuletzt gesichert: .+, \d\d:\d\d Uhr/)
  await expect(part(page, 'Sicherung')).not.toContainText('drei Tage')
  expect(await lowContrast(page)).toEqual([])

  await test.step('an old backup, another folder and a full disk show, live', async () => {
    await says(app, 73, true, page, /Das ist länger als drei Tage her\./)
    await expect(part(page, 'Sicherung')).toContainText('kaum noch Platz')
    await expect(part(page, 'Sicherung')).toContainText('nicht im Ordner vom letzten Mal')
    expect(await lowContrast(page)).toEqual([])
  })
})

test(
  'on the desktop the dialog counts what is unsent, and removing the copy asks first',
  { tag: '@long' },
  async ({ app }) => {
    await seed(app, 'Jonas', { content: 'Schon da' })
    const page = await app.signedIn(firstPartner)
    await expect(page.getByText('Schon da')).toBeVisible()
    await test.step('without a service worker, its code is loaded while there is a network', async () => {
      await openDevice(page)
      await expect(part(page, 'Hier gespeichert')).toContainText('Alles ist gesendet.')
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
    })
    await page.context().setOffline(true)
    const card = page.getByRole('article').first()
    await card.getByRole('button', { name: 'Erledigt' }).click()
    await openDevice(page)
    await expect(part(page, 'Hier gespeichert')).toContainText('Noch nicht gesendet: 1 Änderung.')
    await dialog(page).getByRole('button', { name: 'Abmelden und alles entfernen' }).click()
    const question = page.getByRole('alertdialog', { name: 'Wirklich abmelden?' })
    await expect(question).toContainText('1 Änderung ist noch nicht gesendet und geht')
    await question.getByRole('button', { name: 'Trotzdem abmelden' }).click()
    await expect(page.getByLabel('Passwort', { exact: true })).toBeVisible()
    await expect
      .poll(async () => page.evaluate(async () => (await indexedDB.databases()).length))
      .toBe(0)
  },
)
