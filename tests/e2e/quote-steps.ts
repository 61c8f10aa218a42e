import type { Locator, Page } from '@playwright/test'
import type { TestApp, TestPartner } from '../support/e2e.ts'
import { expect } from '../support/e2e.ts'

/** A quote with everything that could break a call or a filter. */
export const trickyQuote = {
  text: 'Wer, „du“ (oder "ich"), \\ & 100 % 🌞 – weiß?',
  author: "Oma (Mamas Mama), geb. O'Hara & Co.",
} as const

export interface Quote {
  readonly text: string
  readonly author: string
}

/** Likes quotes as this person through the unmodified client, as another device would. */
export async function like(app: TestApp, partner: TestPartner, ...quotes: Quote[]): Promise<void> {
  const { rest, id } = await app.server.client(partner.name)
  const rows = quotes.map(({ text, author }) => ({
    user_id: id,
    quote_text: text,
    quote_author: author,
  }))
  expect((await rest.from('quote_likes').insert(rows)).error).toBeNull()
}

/** Opens the favourites page by its link in the header. */
export async function openFavourites(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Lieblingszitate' }).click()
  await expect(page.getByRole('heading', { name: 'Lieblingszitate' })).toBeVisible()
}

/** The card of a quote on the favourites page. */
export function favourite(page: Page, text: string): Locator {
  return page.getByRole('article').filter({ hasText: text })
}

/** Presses "Zitat hinzufügen" and gives its dialog. */
export async function openAddQuote(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Zitat hinzufügen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Zitat hinzufügen' })
  await dialog.waitFor()
  return dialog
}

/** Fills the dialog's two fields. */
export async function fillQuote(dialog: Locator, { text, author }: Quote): Promise<void> {
  await dialog.getByLabel('Zitat', { exact: true }).fill(text)
  await dialog.getByLabel('Von wem?').fill(author)
}

/** The quote of the day on the main screen. */
export function quoteBlock(page: Page): Locator {
  return page.getByRole('region', { name: 'Zitat des Tages' })
}
