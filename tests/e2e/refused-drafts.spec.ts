import { expect, firstPartner, test } from '../support/e2e.ts'
import { openAsLeft } from './draft-steps.ts'
import { cardOf, textField } from './entry-steps.ts'
import { allLoaded } from './main-screen-steps.ts'

test('entries that come back refused are all in the form again: first the one that the message names, the others beside it', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  await page.route(/\/rest\/v1\/entries/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    return route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
  })
  const texts = ['Nummer 1.', 'Nummer 2.', 'Nummer 3.', 'Nummer 4.']
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await expect(page.getByRole('button', { name: 'Neuer Eintrag', exact: true })).toBeVisible()
  // Without a network nothing comes back meanwhile: each form opens empty.
  await allLoaded(page)
  await page.context().setOffline(true)
  for (const text of texts) {
    await openAsLeft(page)
    await textField(form).fill(text)
    await page.keyboard.press('Control+Enter')
    await expect(form).toBeHidden()
  }
  await page.context().setOffline(false)
  for (const text of texts) await expect(cardOf(page, text)).toHaveCount(0, { timeout: 30_000 })

  // The newest message speaks of the last one. The form offers the others, too.
  const [first = '', second = ''] = texts
  const last = texts.at(-1) ?? ''
  await openAsLeft(page)
  await expect(textField(form)).toHaveValue(last)
  await expect(form).toContainText(`Noch ein Text von dir wartet: „${first}“`)
  await form.getByRole('button', { name: 'Stattdessen zeigen' }).click()
  await expect(textField(form)).toHaveValue(first)
  await expect(form).toContainText(`Noch ein Text von dir wartet: „${second}“`)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()

  for (const text of [last, ...texts.slice(0, -1)]) {
    await openAsLeft(page)
    await expect(textField(form)).toHaveValue(text)
    await form.getByRole('button', { name: 'Verwerfen' }).click()
    await expect(textField(form)).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  }
  await openAsLeft(page)
  await expect(textField(form)).toHaveValue('')
})
