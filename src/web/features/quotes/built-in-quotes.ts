import type { BuiltInQuote } from '../../../domain/quote.ts'
import { logFailure } from './log-failure.ts'

/**
 * The bundled list: a chunk of its own, loaded only after the first screen is drawn (D17).
 * Empty when it cannot be loaded, as offline before it was ever stored: that is only logged,
 * and a later call tries again.
 */
export async function loadBuiltInQuotes(): Promise<readonly BuiltInQuote[]> {
  try {
    const { builtInQuotes } = await import('../../../content/quote-list.ts')
    return builtInQuotes
  } catch {
    logFailure('the bundled list could not be loaded')
    return []
  }
}
