import type { Locator, Page } from '@playwright/test'
import { desktop, expect, phone } from '../support/e2e.ts'
import { isFull } from '../support/quick.ts'

/** The two layouts, for sentences that the screen shows differently. */
export const layouts = [
  { layout: 'phone', viewport: phone },
  { layout: 'desktop', viewport: desktop },
] as const

/** For what is the same in both layouts: the named one; in the long form of the suite both. */
export function layoutsFrom(short: 'phone' | 'desktop') {
  return layouts.filter(({ layout }) => isFull || layout === short)
}

/** Opens "Neuer Eintrag" and chooses a category by its German label. */
export async function openForm(page: Page, category = 'Erzählen'): Promise<Locator> {
  await page.getByRole('button', { name: 'Neuer Eintrag', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Neuer Eintrag' })
  await form.getByRole('radio', { name: category }).check()
  return form
}

/** The text field of an entry's form. */
export function textField(form: Locator): Locator {
  return form.getByRole('textbox', { name: 'Text', exact: true })
}

/** Writes an entry through the form and waits for its card. */
export async function write(page: Page, text: string, category = 'Erzählen'): Promise<Locator> {
  const form = await openForm(page, category)
  await textField(form).fill(text)
  await form.getByRole('button', { name: 'Eintragen' }).click()
  await form.waitFor({ state: 'hidden' })
  const card = cardOf(page, text)
  await card.waitFor()
  return card
}

/** The card that shows a text. */
export function cardOf(page: Page, text: string): Locator {
  return page.getByRole('list', { name: 'Einträge' }).getByRole('article').filter({ hasText: text })
}

/** The place where toasts appear. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Mitteilungen' })
}

/** Opens "Eintrag bearbeiten" from a card. */
export async function openEdit(page: Page, card: Locator): Promise<Locator> {
  await card.getByRole('button', { name: 'Bearbeiten' }).click()
  const form = page.getByRole('dialog', { name: 'Eintrag bearbeiten' })
  await form.waitFor()
  return form
}

/** Deletes an entry and confirms. */
export async function remove(page: Page, card: Locator): Promise<void> {
  await card.getByRole('button', { name: 'Löschen' }).click()
  await confirmRemoval(page)
}

/** Answers the question whether an entry is to be deleted. */
export async function confirmRemoval(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Eintrag löschen?' })
  await question.getByRole('button', { name: 'Löschen' }).click()
  await question.waitFor({ state: 'hidden' })
}

/** A card's completion toggle. */
export function toggleOf(card: Locator): Locator {
  return card.getByRole('button', { name: 'Erledigt' })
}

/** Waits until nothing of this card is on its way any more. */
export async function arrived(card: Locator): Promise<void> {
  await expect(card).not.toContainText(pending)
}

/** The words of a card that the server does not have yet: on its way, or waiting for a network. */
export const pending = /wird gesendet|noch nicht gesendet/

/** The browser's event when its network returns: nothing waits for its next try any longer. */
export async function networkIsBack(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('online')))
}
