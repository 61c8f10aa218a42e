import { expect, firstPartner, test, phone } from '../support/e2e.ts'
import { failingWord, failWith } from '../support/failing-writes.ts'
import { cardOf, pending, toasts, write } from './entry-steps.ts'

const text = `${failingWord}: Heute war es so schön am See, dass wir bis zum Abend geblieben sind.`

test('a text the server fails on is parked, copied and sent again', async ({ app }) => {
  test.setTimeout(240_000)
  await failWith(app.server, 'XX000')
  const page = await app.signedIn(firstPartner, { viewport: phone, theme: 'dark' })
  const card = await write(page, text)
  await write(page, 'Das geht')
  const notice = page.getByRole('region', { name: 'Noch nicht gesendet' })
  await expect(notice).toContainText('Ein Eintrag ließ sich noch nicht senden.', {
    timeout: 60_000,
  })
  await expect(notice).toContainText('Heute war es so schön am See')
  await expect(card).toContainText(pending)
  await expect(cardOf(page, 'Das geht')).not.toContainText(pending)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await notice.getByRole('button', { name: 'Text kopieren' }).click()
  await expect(toasts(page)).toContainText('Text kopiert')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)

  const second = await page.context().newPage()
  await second.goto('/favoriten')
  await expect(second.getByRole('region', { name: 'Noch nicht gesendet' })).toContainText(
    'Heute war es so schön am See',
  )
  await page.reload()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 Änderung ist noch nicht gesendet')
  await page.keyboard.press('Escape')

  await page.bringToFront()
  await failWith(app.server, null)
  // The start's own retry may come first: then there is nothing left to press.
  await expect(async () => {
    const again = notice.getByRole('button', { name: 'Noch einmal' })
    if (await again.isVisible()) await again.click({ timeout: 8000 })
    await expect(notice).toBeHidden({ timeout: 8000 })
  }).toPass()
  await expect(card).not.toContainText(pending)
  await expect(second.getByRole('region', { name: 'Noch nicht gesendet' })).toBeHidden()
  expect(await app.server.sql()`select from public.entries`).toHaveLength(2)
})
