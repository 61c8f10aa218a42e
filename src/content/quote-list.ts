import type { QuoteCategory } from '../domain/quote.ts'
import type { CategoryQuote, QuoteEntry } from './quote-entry.ts'
import { buddhismus } from './quotes/buddhismus.ts'
import { christentum } from './quotes/christentum.ts'
import { leben } from './quotes/leben.ts'
import { liebe } from './quotes/liebe.ts'
import { philosophie } from './quotes/philosophie.ts'
import { psychologie } from './quotes/psychologie.ts'

function inCategory(
  category: QuoteCategory,
  quotes: readonly CategoryQuote[],
): readonly QuoteEntry[] {
  return quotes.map((quote) => ({ ...quote, category }))
}

/**
 * The bundled quotes (D17). Load this module with a dynamic import so that it becomes its own chunk.
 * The order carries no meaning; likes refer to text and author (D15).
 */
export const builtInQuotes: readonly QuoteEntry[] = [
  ...inCategory('buddhismus', buddhismus),
  ...inCategory('leben', leben),
  ...inCategory('philosophie', philosophie),
  ...inCategory('liebe', liebe),
  ...inCategory('psychologie', psychologie),
  ...inCategory('christentum', christentum),
]
