import type { Page } from '@playwright/test'
import { expect, firstPartner, test, type TestApp } from '../support/e2e.ts'
import { cardOf, openEdit, textField, toasts } from './entry-steps.ts'
import { numbered, scrollTo, seedNumbered, writtenAt } from './list-place-steps.ts'
import { items } from './long-list-steps.ts'
import { seed } from './main-screen-steps.ts'

/** Counts from now on how often a card of the list is measured, and what changes in the list outside of one card. */
async function watchList(page: Page, id: string): Promise<() => Promise<unknown>> {
  await page.evaluate((entry) => {
    const list = document.querySelector('[aria-label="Einträge"]')
    const seen = { measured: 0, changed: 0 }
    Object.assign(window, { seen })
    const { value: measure } = Object.getOwnPropertyDescriptor(
      Element.prototype,
      'getBoundingClientRect',
    ) as { value: (this: Element) => DOMRect }
    Element.prototype.getBoundingClientRect = function counted() {
      if (this.parentElement === list) seen.measured += 1
      return measure.call(this)
    }
    const isOther = ({ target }: MutationRecord) => {
      const changed = target instanceof Element ? target : target.parentElement
      return !changed?.closest('li')?.querySelector(`[data-entry="${entry}"]`)
    }
    const observer = new MutationObserver((records) => {
      seen.changed += records.filter(isOther).length
    })
    const all = { subtree: true, childList: true, attributes: true, characterData: true }
    if (list !== null) observer.observe(list, all)
  }, id)
  return async () => page.evaluate(() => (window as unknown as { seen: unknown }).seen)
}

/** Waits until the server has a tick. */
async function expectCompleted(app: TestApp, number: number, completed: boolean): Promise<void> {
  await expect
    .poll(
      async () => app.server.sql()`select completed from entries where id = ${numbered(number)}`,
    )
    .toEqual([{ completed }])
}

test('a tick neither draws nor measures the list, and what is no longer open leaves it', async ({
  app,
}) => {
  await seedNumbered(app)
  const page = await app.signedIn(firstPartner)
  const ticked = cardOf(page, 'Nummer 3.').getByRole('button', { name: 'Erledigt' })
  // The first tick loads what says so.
  await ticked.click()
  await expect(toasts(page)).toContainText('erledigt')
  await expect(page.getByText('Wird gesendet')).toHaveCount(0)
  await expectCompleted(app, 3, true)
  const seen = await watchList(page, numbered(3))
  await ticked.click()
  await expect(ticked).toHaveAttribute('aria-pressed', 'false')
  await expectCompleted(app, 3, false)
  // The partner's does the same.
  await app.server.sql()`update entries set completed = true, completed_at = now()
    where id = ${numbered(3)}`
  await expect(ticked).toHaveAttribute('aria-pressed', 'true')
  expect(await seen()).toEqual({ measured: 0, changed: 0 })

  const sql = app.server.sql()
  await sql`update entries set completed = false, completed_at = null where id = ${numbered(3)}`
  await openList(page)
  await test.step('a card leaves what is open: as it is ticked', async () => {
    await cardOf(page, 'Nummer 2.').getByRole('button', { name: 'Erledigt' }).click()
    await expect(cardOf(page, 'Nummer 2.')).toHaveCount(0)
    await expectLength(page, 299)
    await expectCompleted(app, 2, true)
    await sql`update entries set completed = false, completed_at = null where id = ${numbered(2)}`
    await expect(cardOf(page, 'Nummer 2.')).toBeVisible()
    await expectLength(page, 300)
  })
  await test.step('as it is hidden by its writer, with the focus', async () => {
    const id = await seed(app, 'Željka', { content: 'Von ihr' })
    const card = cardOf(page, 'Von ihr')
    await expectLength(page, 301)
    await card.getByRole('button', { name: 'Erledigt' }).focus()
    await sql`update entries set is_private = true where id = ${id}`
    await expect(card).toHaveCount(0)
    await expectLength(page, 300)
    await expect(items(page).getByRole('article').first()).toBeFocused()
    await sql`update entries set is_private = false where id = ${id}`
    await expect(card).toBeVisible()
    await sql`delete from entries where id = ${id}`
    await expectLength(page, 300)
  })
  await test.step('as it is deleted, with the focus', async () => {
    await cardOf(page, 'Nummer 2.').getByRole('button', { name: 'Löschen' }).focus()
    await sql`delete from entries where id = ${numbered(2)}`
    await expect(cardOf(page, 'Nummer 2.')).toHaveCount(0)
    await expect(cardOf(page, 'Nummer 3.')).toBeFocused()
    await expectLength(page, 299)
  })
  await test.step('as it is outside of the window', async () => {
    const first = await items(page).first().getAttribute('aria-posinset')
    await sql`update entries set completed = true, completed_at = now() where id = ${numbered(100)}`
    await expectLength(page, 298)
    await sql`delete from entries where id = ${numbered(101)}`
    await expectLength(page, 297)
    const createdAt = writtenAt(102.5, Date.now())
    const id = await seed(app, 'Željka', { content: 'Weit unten', createdAt })
    await expectLength(page, 298)
    await sql`update entries set is_private = true where id = ${id}`
    await expectLength(page, 297)
    await expect(items(page).first()).toHaveAttribute('aria-posinset', String(first))
    await scrollTo(page, 99)
    await expect(cardOf(page, 'Nummer 102.')).toHaveCount(1)
    await expect(cardOf(page, 'Nummer 100.')).toHaveCount(0)
    await expect(cardOf(page, 'Nummer 101.')).toHaveCount(0)
    await expect(cardOf(page, 'Weit unten')).toHaveCount(0)
  })
  await test.step('a form stays open over its card that leaves', async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    const form = await openEdit(page, cardOf(page, 'Nummer 6.'))
    await textField(form).fill('Nummer 6. Noch nicht gesagt')
    await sql`update entries set completed = true, completed_at = now() where id = ${numbered(6)}`
    await expectLength(page, 296)
    await expect(textField(form)).toHaveValue('Nummer 6. Noch nicht gesagt')
    await form.getByRole('button', { name: 'Speichern' }).click()
    await expect(form).toBeHidden()
    await expect
      .poll(async () => sql`select content from entries where id = ${numbered(6)}`)
      .toEqual([{ content: 'Nummer 6. Noch nicht gesagt' }])
    const other = await openEdit(page, cardOf(page, 'Nummer 7.'))
    await sql`delete from entries where id = ${numbered(7)}`
    await expect(other).toContainText('nicht mehr da')
    await expectLength(page, 295)
  })
})

/** The list under "offen", read whole. */
async function openList(page: Page): Promise<void> {
  await expectLength(page, 300)
  await page.goto('/?status=offen')
  await expectLength(page, 300)
}
/** Also behind an open form. */
const expectLength = async (page: Page, length: number) =>
  expect(page.locator('[aria-label="Einträge"] > li').first()).toHaveAttribute(
    'aria-setsize',
    String(length),
    { timeout: 60_000 },
  )
