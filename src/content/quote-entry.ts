import type { QuoteKey } from '../domain/quote.ts'
import type { AuthorName } from './authors.ts'

/** Categories of the bundled list (product-spec section 3). */
export const quoteCategories = [
  'buddhismus',
  'leben',
  'philosophie',
  'liebe',
  'psychologie',
  'christentum',
] as const

export type QuoteCategory = (typeof quoteCategories)[number]

/** Moods of the bundled list, in the order of the hour table (product-spec section 4). */
export const quoteMoods = ['motivierend', 'philosophisch', 'beruhigend', 'reflektierend'] as const

export type QuoteMood = (typeof quoteMoods)[number]

/**
 * One bundled quote. `text` carries no outer quotation marks (the card sets „…“), a line break of a
 * poem is " / ", a cut is marked by "…". `source` names the passage so that anyone can look it up (D17).
 */
export interface QuoteEntry extends QuoteKey {
  readonly text: string
  readonly author: AuthorName
  readonly category: QuoteCategory
  readonly mood: QuoteMood
  readonly source: string
}

/** A quote inside its category's file, where repeating the category would only cost bytes. */
export type CategoryQuote = Omit<QuoteEntry, 'category'>
