import { quoteAuthorLimit, quoteTextLimit } from './limits.ts'
import { derivedId, type PartnerId, type QuoteLikeId } from './ids.ts'
import { isInvisible, lengthOf, normalise } from './text.ts'

/** Quotes are identified by text and author (D15). */
export interface QuoteKey {
  readonly text: string
  readonly author: string
}

/** The six categories of built-in quotes (D17). */
export const quoteCategories = [
  'buddhismus',
  'leben',
  'philosophie',
  'liebe',
  'psychologie',
  'christentum',
] as const
export type QuoteCategory = (typeof quoteCategories)[number]

/** The four moods, in the order of the hour table. */
export const quoteMoods = ['motivierend', 'philosophisch', 'beruhigend', 'reflektierend'] as const
export type QuoteMood = (typeof quoteMoods)[number]

/** A quote that comes with the app (D17). */
export interface BuiltInQuote extends QuoteKey {
  readonly category: QuoteCategory
  readonly mood: QuoteMood
  /** The place of the quote, for anyone to look up: work and numbered passage. */
  readonly source: string
}

/** Fixed forever: another namespace would give the same like a second id. */
const likeNamespace = '50f407d9-ab3e-4234-b5fb-b4febe303888'

/** The id of a like, the same on every device (UUID v5 of person, text and author, D15). */
export function quoteLikeId(userId: PartnerId, quote: QuoteKey): QuoteLikeId {
  // JSON keeps the parts apart with any characters in text and author.
  return derivedId(likeNamespace, JSON.stringify([userId, quote.text, quote.author]))
}

/** True for the same quote. */
export function isSameQuote(one: QuoteKey, other: QuoteKey): boolean {
  return one.text === other.text && one.author === other.author
}

export type QuoteValidation =
  | { readonly ok: true; readonly quote: QuoteKey }
  | { readonly ok: false; readonly reason: 'empty' | 'too-long'; readonly field: keyof QuoteKey }

/** Checks a personal quote (D21); names the first field that is wrong. */
export function validateQuote(form: QuoteKey): QuoteValidation {
  const quote = { text: normalise(form.text), author: normalise(form.author) }
  if (isInvisible(quote.text)) return { ok: false, reason: 'empty', field: 'text' }
  if (isInvisible(quote.author)) return { ok: false, reason: 'empty', field: 'author' }
  if (lengthOf(quote.text) > quoteTextLimit) return { ok: false, reason: 'too-long', field: 'text' }
  const authorTooLong = lengthOf(quote.author) > quoteAuthorLimit
  return authorTooLong ? { ok: false, reason: 'too-long', field: 'author' } : { ok: true, quote }
}
