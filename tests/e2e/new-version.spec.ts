import type { Page } from '@playwright/test'
import { expect, firstPartner, test } from '../support/e2e.ts'
import { cardOf, openForm, remove, textField, toasts, write } from './entry-steps.ts'

/** The service worker's message once a new version is ready (D12). */
async function announceVersion(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(window, { isOldPage: true })
    navigator.serviceWorker.dispatchEvent(
      new MessageEvent('message', { data: { type: 'cache-updated' } }),
    )
  })
}

/** False once the page has reloaded, and while it reloads. */
const isOldPage = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'isOldPage') === true).catch(() => false)

test('a new version waits for the 5 s in which a deletion can be undone', async ({ app }) => {
  const page = await app.signedIn(firstPartner)
  const card = await write(page, 'Noch zu retten')
  await remove(page, card)
  await expect(toasts(page)).toContainText('Eintrag gelöscht')
  await announceVersion(page)
  await expect(toasts(page)).toContainText('Neue Version verfügbar')
  await toasts(page).getByRole('button', { name: 'Rückgängig' }).click()
  await expect(cardOf(page, 'Noch zu retten')).toBeVisible()

  await expect.poll(() => isOldPage(page)).toBe(false)
  await expect(cardOf(page, 'Noch zu retten')).toBeVisible()

  await test.step('a new version waits until an open form is closed', async () => {
    const form = await openForm(page)
    await textField(form).fill('Angefangen')
    await announceVersion(page)
    await expect(toasts(page)).toContainText('Neue Version verfügbar')
    await expect(textField(form)).toHaveValue('Angefangen')
    await page.keyboard.press('Escape')
    await expect.poll(() => isOldPage(page)).toBe(false)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('a new version reloads a page on which nothing can be lost', async () => {
    await announceVersion(page)
    await expect.poll(() => isOldPage(page)).toBe(false)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})
