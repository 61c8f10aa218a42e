import type { Locator, Page } from '@playwright/test'
import { expect, type TestApp } from '../support/e2e.ts'
import { ordinaryPresent } from '../support/ordinary-time.ts'
import { openEdit } from './entry-steps.ts'
import type { Author } from './main-screen-steps.ts'

/** Opens the field of a card's reply: in the card or, on a phone, in the drawer. */
export async function openField(page: Page, card: Locator): Promise<Locator> {
  // Of two windows one has the focus.
  await page.bringToFront()
  await card.getByRole('button', { name: 'Antworten', exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Deine Antwort' })
  await expect(field).toBeFocused()
  return field
}

export async function reply(page: Page, card: Locator, text: string): Promise<void> {
  const field = await openField(page, card)
  await field.fill(text)
  await field.press('Control+Enter')
  await expect(field).toHaveCount(0)
  await expect(repliesOf(card).filter({ hasText: text })).toBeVisible()
}

export function repliesOf(card: Locator): Locator {
  return card.getByRole('list', { name: 'Antworten' }).getByRole('listitem')
}

/** Opens what can be done with a reply, and does it where it is named. */
export async function chooseFor(page: Page, line: Locator, label?: string): Promise<void> {
  await line.getByRole('button', { name: 'Was tun mit dieser Antwort?' }).click()
  if (label !== undefined) await page.getByRole('button', { name: label }).click()
}

export async function setPrivate(page: Page, card: Locator): Promise<void> {
  const form = await openEdit(page, card)
  await form.getByRole('switch', { name: 'Nur du kannst diese Notiz sehen' }).click()
  await form.getByRole('button', { name: 'Speichern' }).click()
  await expect(form).toBeHidden()
}

/** Puts replies to an entry into the database, a minute apart and the last one now by the pages' clock, as if sent by their author. */
export async function seedReplies(
  app: TestApp,
  entryId: string,
  replies: readonly { readonly by: Author; readonly content: string; readonly at?: Date }[],
): Promise<void> {
  const now = ordinaryPresent().getTime()
  for (const [index, { by, content, at }] of replies.entries()) {
    const written = at ?? new Date(now - (replies.length - 1 - index) * 60_000)
    await app.server.sql()`
      insert into replies (id, entry_id, user_id, content, created_at)
      select gen_random_uuid(), ${entryId}, id, ${content}, ${written} from profiles where name = ${by}`
  }
}
