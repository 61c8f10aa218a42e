import { useEffect, useState } from 'react'
import { hourOf } from '../../../domain/journal-day.ts'
import { pickQuote } from '../../../domain/quote-of-the-day.ts'
import type { BuiltInQuote } from '../../../domain/quote.ts'
import { loadBuiltInQuotes } from './built-in-quotes.ts'

/** One quote by the hour on the journal's clock (D5); `avoid` only when there is no other. */
export async function pickQuoteNow(
  timeZone: string,
  avoid?: BuiltInQuote,
): Promise<BuiltInQuote | undefined> {
  const quotes = await loadBuiltInQuotes()
  return pickQuote(Math.random, hourOf(Date.now(), timeZone), quotes, avoid)
}

/** The quote picked when the screen opened, and what picks another (product-spec section 4). */
export function useQuoteOfTheDay(
  timeZone: string,
): readonly [quote: BuiltInQuote | undefined, refresh: () => void] {
  const [quote, setQuote] = useState<BuiltInQuote>()
  useEffect(() => {
    let wanted = true
    void pickQuoteNow(timeZone).then((picked) => {
      if (wanted) setQuote((current) => current ?? picked)
    })
    return () => {
      wanted = false
    }
  }, [timeZone])
  return [quote, () => void pickQuoteNow(timeZone, quote).then(setQuote)]
}
