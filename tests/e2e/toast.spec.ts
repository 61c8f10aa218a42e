import { desktop, expect, firstPartner, test } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { openForm, textField, toasts } from './entry-steps.ts'

test('a toast goes by itself under a pointer that rests, and stays under one that comes to it', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner, { viewport: desktop, at: ordinaryPresent() })
  const created = toasts(page).getByText('Eintrag erstellt! ✨')
  const writeByKeys = async (text: string) => {
    const form = await openForm(page)
    await textField(form).fill(text)
    await page.mouse.move(1200, 850)
    await form.getByRole('button', { name: 'Eintragen' }).press('Enter')
    await expect(created).toBeVisible()
    const isUnderPointer = async () => created.evaluate((toast) => toast.closest(':hover') !== null)
    await expect.poll(isUnderPointer).toBe(true)
  }

  await writeByKeys('Ohne hinzusehen')
  await page.clock.fastForward(5000)
  await expect(created).toHaveCount(0)

  await writeByKeys('Mit einem Blick darauf')
  await page.mouse.move(1205, 850)
  await page.clock.fastForward(5000)
  await expect(created).toBeVisible()
  await page.mouse.move(600, 400)
  await page.clock.fastForward(5000)
  await expect(created).toHaveCount(0)
})
