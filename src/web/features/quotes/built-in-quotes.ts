import type { BuiltInQuote } from '../../../domain/quote.ts'

/**
 * The bundled list: a chunk of its own, loaded only after the first screen is drawn (D17). Empty if
 * it cannot be loaded, for example offline on a first visit or as the page is left: a later call retries.
 */
export async function loadBuiltInQuotes(): Promise<readonly BuiltInQuote[]> {
  try {
    const { builtInQuotes } = await import('../../../content/quote-list.ts')
    return builtInQuotes
  } catch {
    return []
  }
}
