import { expect, firstPartner, secondPartner, test } from '../support/e2e.ts'
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

test(
  'what is written offline survives a reload and is sent once when the connection returns',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    const partner = await app.signedIn(secondPartner)
    await write(page, 'Noch online')
    await expect(cardOf(partner, 'Noch online')).toBeVisible()

    // The page itself comes from the network in these tests, so only the journal is cut off.
    await page.context().route(/\/(rest|auth)\/v1\//, (route) => route.abort())
    const card = await write(page, 'Im Funkloch geschrieben')
    await toggleOf(card).click()
    await expect(card).toContainText(pending)
    await page.reload()
    await expect(card).toBeVisible()
    await expect(toggleOf(card)).toHaveAttribute('aria-pressed', 'true')
    await expect(cardOf(partner, 'Im Funkloch')).toHaveCount(0)

    await page.context().unroute(/\/(rest|auth)\/v1\//)
    await networkIsBack(page)
    const seen = cardOf(partner, 'Im Funkloch')
    await expect(seen).toHaveCount(1, { timeout: 30_000 })
    await expect(toggleOf(seen)).toHaveAttribute('aria-pressed', 'true')
    await arrived(card)
    expect(await app.server.sql()`select 1 from entries`).toHaveLength(2)
  },
)

test(
  'an entry whose answer was lost after the server stored it exists once',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    let lost = 0
    await page.route(/\/rest\/v1\/entries/, async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue()
      lost += 1
      await route.fetch()
      return route.abort()
    })
    const card = await write(page, 'Doppelt hält nicht besser')
    await expect(card).not.toContainText(pending, { timeout: 30_000 })
    expect(lost).toBe(1)
    expect(await app.server.sql()`select 1 from entries`).toHaveLength(1)
  },
)

test(
  'a refused entry leaves the list with its message, and its text is in the form again',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    await page.route(/\/rest\/v1\/entries/, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      return route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
    })
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

    await test.step('a refused tick, a refused deletion: the state returns with its own message', async () => {
      await page.unroute(/\/rest\/v1\/entries/)
      const card = await write(page, 'Bleibt, wie es ist')
      await arrived(card)
      await page.route(/\/rest\/v1\/(?:entries|rpc\/delete_entry)/, async (route) => {
        if (route.request().method() === 'GET') return route.continue()
        return route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
      })
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
  },
)

test(
  'a stale edit of an idea is refused with a message, and its text is kept in the form',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    const partner = await app.signedIn(secondPartner)
    const card = await write(page, 'Ins Kino', 'Ideen')
    const seen = cardOf(partner, 'Ins Kino')
    await expect(seen).toBeVisible()

    await page.context().route(/\/rest\/v1\//, (route) => route.abort())
    const form = await openEdit(page, card)
    await textField(form).fill('Ins Freiluftkino')
    await form.getByRole('button', { name: 'Speichern' }).click()
    await expect(cardOf(page, 'Ins Freiluftkino')).toContainText(pending)

    const other = await openEdit(partner, seen)
    await textField(other).fill('Ins Theater')
    await other.getByRole('button', { name: 'Speichern' }).click()
    await arrived(cardOf(partner, 'Ins Theater'))

    await page.context().unroute(/\/rest\/v1\//)
    await networkIsBack(page)
    await expect(toasts(page)).toContainText('Fehler beim Aktualisieren des Eintrags', {
      timeout: 30_000,
    })
    await expect(cardOf(page, 'Ins Theater')).toBeVisible()
    await expect(cardOf(partner, 'Ins Theater')).toBeVisible()

    const again = await openEdit(page, cardOf(page, 'Ins Theater'))
    await expect(textField(again)).toHaveValue('Ins Freiluftkino')
    await expect(again).toContainText('Ins Theater')
  },
)

test(
  'an idea that changes under the open form keeps the typed text and overwrites nothing unasked',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    const partner = await app.signedIn(secondPartner)
    const card = await write(page, 'Am Meer', 'Ideen')
    const seen = cardOf(partner, 'Am Meer')
    const form = await openEdit(page, card)
    await textField(form).fill('Am Meer, im Mai')

    const other = await openEdit(partner, seen)
    await textField(other).fill('In den Bergen')
    await other.getByRole('button', { name: 'Speichern' }).click()

    await expect(form).toContainText('Dieser Eintrag wurde inzwischen geändert.')
    await expect(form).toContainText('In den Bergen')
    await expect(textField(form)).toHaveValue('Am Meer, im Mai')
    await form.getByRole('button', { name: 'Speichern' }).click()
    await expect(toasts(page)).toContainText(
      'Entscheide dich bitte erst für einen der beiden Texte.',
    )
    await expect(cardOf(partner, 'In den Bergen')).toBeVisible()

    await form.getByRole('button', { name: 'Meinen Text behalten' }).click()
    await form.getByRole('button', { name: 'Speichern' }).click()
    await expect(cardOf(partner, 'Am Meer, im Mai')).toBeVisible()
  },
)

test(
  'an idea that is deleted under the open form leaves the typed text to copy',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    const { rest } = await app.server.client('Željka')
    const card = await write(page, 'Ein Boot bauen', 'Ideen')
    await arrived(card)
    const form = await openEdit(page, card)
    await textField(form).fill('Ein Boot bauen, aus Holz')
    const stored = await rest.from('entries').select('id, content')
    const idea = stored.data?.find(({ content }) => content === 'Ein Boot bauen')
    await rest.from('entries').delete().eq('id', idea?.id)

    await expect(form).toContainText('Dieser Eintrag ist nicht mehr da.')
    await expect(textField(form)).toHaveValue('Ein Boot bauen, aus Holz')
    await expect(form.getByRole('button', { name: 'Text kopieren' })).toBeVisible()
    await expect(form.getByRole('button', { name: 'Speichern' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()

    await test.step('an edit that was left unsent is found again, and can be thrown away', async () => {
      const kept = await write(page, 'So war es')
      await openEdit(page, kept)
      await textField(form).fill('So war es nicht')
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
      await page.reload()

      await openEdit(page, kept)
      await expect(textField(form)).toHaveValue('So war es nicht')
      await form.getByRole('button', { name: 'Verwerfen' }).click()
      await expect(textField(form)).toHaveValue('So war es')
    })
  },
)

test(
  'what is written into an idea while its deletion can be undone is offered to its writer again',
  { tag: '@long' },
  async ({ app }) => {
    const page = await app.signedIn(firstPartner)
    const partner = await app.signedIn(secondPartner)
    const card = await write(page, 'Ein Baumhaus', 'Ideen')
    await arrived(card)
    await page.clock.install()
    await remove(page, card)
    await expect(card).toBeHidden()

    const edit = await openEdit(partner, cardOf(partner, 'Ein Baumhaus'))
    await textField(edit).fill('Ein Baumhaus mit Rutsche')
    await edit.getByRole('button', { name: 'Speichern' }).click()
    const edited = cardOf(partner, 'Ein Baumhaus mit Rutsche')
    await arrived(edited)
    await page.clock.runFor(6000)

    await expect(edited).toHaveCount(0)
    const message = toasts(partner).filter({ hasText: 'Dieser Eintrag ist nicht mehr da' })
    await expect(message).toContainText('Öffne „Neuer Eintrag“, dort ist dein Text noch da.')
    await expect(message.getByRole('button', { name: 'Text kopieren' })).toBeVisible()
    await partner.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
    const form = partner.getByRole('dialog', { name: 'Neuer Eintrag' })
    await expect(textField(form)).toHaveValue('Ein Baumhaus mit Rutsche')
    await expect(form.getByRole('radio', { name: 'Ideen' })).toBeChecked()
  },
)
