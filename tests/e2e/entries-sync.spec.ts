import type { Page } from '@playwright/test'
import { expect, firstPartner, test, type TestApp } from '../support/e2e.ts'
import {
  arrived,
  cardOf,
  networkIsBack,
  openEdit,
  openForm,
  pending,
  remove,
  textField,
  toasts,
  toggleOf,
  write,
} from './entry-steps.ts'

/** The partner writes another text into an idea. */
async function partnerEdits(app: TestApp, before: string, content: string): Promise<void> {
  const { rest } = await app.server.client('Željka')
  const { error } = await rest
    .from('entries')
    .update({ content })
    .eq('id', await idOf(app, before))
  expect(error).toBeNull()
}

async function idOf(app: TestApp, content: string): Promise<string> {
  const [row] = await app.server.sql()<{ id: string }[]>`
    select id from entries where content = ${content}`
  return row?.id ?? ''
}

/** The server refuses what this page writes, until the promise that this gives is called. */
async function refuse(page: Page, address: RegExp): Promise<() => Promise<void>> {
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    return route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
  })
  return async () => page.unroute(address)
}

test('what the server refuses comes back with its message, and each text is kept', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  await arrived(await write(page, 'Ins Kino', 'Ideen'))
  const isCutOff = /\/(rest|auth)\/v1\//

  await test.step('an edit that has met the partner’s is refused, and its text is kept in the form', async () => {
    await page.context().route(isCutOff, (route) => route.abort())
    const form = await openEdit(page, cardOf(page, 'Ins Kino'))
    await textField(form).fill('Ins Freiluftkino')
    await form.getByRole('button', { name: 'Speichern' }).click()
    await expect(cardOf(page, 'Ins Freiluftkino')).toContainText(pending)
    await partnerEdits(app, 'Ins Kino', 'Ins Theater')
    await page.context().unroute(isCutOff)
    await networkIsBack(page)
    await expect(toasts(page)).toContainText('Fehler beim Aktualisieren des Eintrags', {
      timeout: 30_000,
    })
    await openEdit(page, cardOf(page, 'Ins Theater'))
    await expect(textField(form)).toHaveValue('Ins Freiluftkino')
    await expect(form).toContainText('Ins Theater')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  })

  await test.step('a refused entry leaves the list, and its text is in the form again', async () => {
    const allow = await refuse(page, /\/rest\/v1\/entries/)
    const form = await openForm(page)
    await textField(form).fill('Darf nicht sein')
    await form.getByRole('button', { name: 'Eintragen' }).click()
    await expect(toasts(page)).toContainText('Fehler beim Erstellen des Eintrags')
    await expect(cardOf(page, 'Darf nicht sein')).toHaveCount(0)
    await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    await expect(textField(form)).toHaveValue('Darf nicht sein')
    await form.getByRole('button', { name: 'Verwerfen' }).click()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await allow()
  })

  await test.step('a refused tick, a refused deletion: the state returns with its own message', async () => {
    const card = await write(page, 'Bleibt, wie es ist')
    await arrived(card)
    await refuse(page, /\/rest\/v1\/(?:entries|rpc\/delete_entry)/)
    await toggleOf(card).click()
    await expect(toasts(page)).toContainText('Fehler beim Aktualisieren')
    await expect(toggleOf(card)).toHaveAttribute('aria-pressed', 'false')
    await page.clock.install()
    await remove(page, card)
    await expect(card).toBeHidden()
    await page.clock.runFor(6000)
    await expect(toasts(page)).toContainText('Eintrag konnte nicht gelöscht werden.')
    await expect(card).toBeVisible()
  })
})

test('an idea that the partner changes or deletes meanwhile keeps the text that one types', async ({
  app,
}) => {
  const page = await app.signedIn(firstPartner)
  const { rest } = await app.server.client('Željka')
  const form = page.getByRole('dialog', { name: 'Eintrag bearbeiten' })
  const closed = async () => {
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
  }

  await test.step('changed under the open form, nothing is overwritten unasked', async () => {
    const card = await write(page, 'Am Meer', 'Ideen')
    await arrived(card)
    await openEdit(page, card)
    await textField(form).fill('Am Meer, im Mai')
    await partnerEdits(app, 'Am Meer', 'In den Bergen')
    await expect(form).toContainText('Dieser Eintrag wurde inzwischen geändert.')
    await expect(form).toContainText('In den Bergen')
    await expect(textField(form)).toHaveValue('Am Meer, im Mai')
    await form.getByRole('button', { name: 'Speichern' }).click()
    await expect(toasts(page)).toContainText(
      'Entscheide dich bitte erst für einen der beiden Texte.',
    )
    expect(await idOf(app, 'In den Bergen')).not.toBe('')
    await form.getByRole('button', { name: 'Meinen Text behalten' }).click()
    await form.getByRole('button', { name: 'Speichern' }).click()
    await arrived(cardOf(page, 'Am Meer, im Mai'))
    await expect.poll(async () => idOf(app, 'Am Meer, im Mai')).not.toBe('')
  })

  await test.step('deleted under the open form, the typed text is there to copy', async () => {
    const card = await write(page, 'Ein Boot bauen', 'Ideen')
    await arrived(card)
    await openEdit(page, card)
    await textField(form).fill('Ein Boot bauen, aus Holz')
    await rest
      .from('entries')
      .delete()
      .eq('id', await idOf(app, 'Ein Boot bauen'))
    await expect(form).toContainText('Dieser Eintrag ist nicht mehr da.')
    await expect(textField(form)).toHaveValue('Ein Boot bauen, aus Holz')
    await expect(form.getByRole('button', { name: 'Text kopieren' })).toBeVisible()
    await expect(form.getByRole('button', { name: 'Speichern' })).toHaveCount(0)
    await closed()
  })

  await test.step('an edit that was left unsent is found again, and can be thrown away', async () => {
    const card = await write(page, 'So war es')
    await openEdit(page, card)
    await textField(form).fill('So war es nicht')
    await closed()
    await page.reload()
    await openEdit(page, card)
    await expect(textField(form)).toHaveValue('So war es nicht')
    await form.getByRole('button', { name: 'Verwerfen' }).click()
    await expect(textField(form)).toHaveValue('So war es')
    await closed()
  })

  await test.step('deleted by a device that has not seen the new text, that is offered again', async () => {
    const card = await write(page, 'Ein Baumhaus', 'Ideen')
    await arrived(card)
    await openEdit(page, card)
    await textField(form).fill('Ein Baumhaus mit Rutsche')
    await form.getByRole('button', { name: 'Speichern' }).click()
    const edited = cardOf(page, 'Ein Baumhaus mit Rutsche')
    await arrived(edited)
    const entry = await idOf(app, 'Ein Baumhaus mit Rutsche')
    expect((await rest.rpc('delete_unseen', { entry })).error).toBeNull()
    await expect(edited).toHaveCount(0)
    const message = toasts(page).filter({ hasText: 'Dieser Eintrag ist nicht mehr da' })
    await expect(message).toContainText('Öffne „Neuer Eintrag“, dort ist dein Text noch da.')
    await expect(message.getByRole('button', { name: 'Text kopieren' })).toBeVisible()
    await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    const again = page.getByRole('dialog', { name: 'Neuer Eintrag' })
    await expect(textField(again)).toHaveValue('Ein Baumhaus mit Rutsche')
    await expect(again.getByRole('radio', { name: 'Ideen' })).toBeChecked()
  })
})
