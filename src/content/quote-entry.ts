import type { BuiltInQuote } from '../domain/quote.ts'
import type { AuthorName } from './authors.ts'

/**
 * One bundled quote, by an author of the list. `text` carries no outer quotation marks (the card
 * sets „…“), a line break of a poem is " / ", a cut is marked by "…".
 */
export interface QuoteEntry extends BuiltInQuote {
  readonly author: AuthorName
}

/** A quote inside its category's file, where repeating the category would only cost bytes. */
export type CategoryQuote = Omit<QuoteEntry, 'category'>
