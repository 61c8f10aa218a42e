import type { BuiltInQuote } from '../../../domain/quote.ts'

/**
 * The bundled list: a chunk of its own, asked for only after the first screen stands (D17).
 * Empty when it cannot be loaded, as offline before it was ever cached: the screen then shows no
 * quote, and no message (product-spec section 8).
 */
export async function loadBuiltInQuotes(): Promise<readonly BuiltInQuote[]> {
  try {
    const { builtInQuotes } = await import('../../../content/quote-list.ts')
    return builtInQuotes
  } catch {
    return []
  }
}
