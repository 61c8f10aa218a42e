import { useEffect, useState } from 'react'
import { faceLoaded } from '../../browser/fonts.ts'
import { withTimeout } from '../../browser/with-timeout.ts'
import { hourOf } from '../../../domain/journal-day.ts'
import { pickQuote } from '../../../domain/quote-of-the-day.ts'
import type { BuiltInQuote } from '../../../domain/quote.ts'
import { useTimeZone } from '../../replica/journal-context.tsx'
import { secondPhase } from '../../browser/start-phases.ts'

/** `missing`: the list could not be loaded; the button and a regained network try again. */
export type DailyQuote = BuiltInQuote | 'loading' | 'missing'

/** How long a quote waits for its letters, in milliseconds: in others it may have one line more. */
const longestFontWait = 1500

/** Picked when the app loads: opening the favourites does not change it. */
let picked: BuiltInQuote | undefined

/** One quote by the hour in the journal's time zone (D5); `avoid` only if there is no other. */
export async function pickQuoteNow(
  timeZone: string,
  avoid?: () => BuiltInQuote | undefined,
): Promise<BuiltInQuote | undefined> {
  const letters = withTimeout(longestFontWait, faceLoaded('Lora Variable', 'italic', 'a'))
  const [quotes] = await Promise.all([loadBuiltInQuotes(), letters.catch(() => undefined)])
  return pickQuote(Math.random, hourOf(Date.now(), timeZone), quotes, avoid?.())
}

/** The quote of this page load, and a function that picks another. */
export function useQuoteOfTheDay(): readonly [daily: DailyQuote, refresh: () => void] {
  const timeZone = useTimeZone()
  const [daily, setDaily] = useState<DailyQuote>(picked ?? 'loading')
  const isWanting = typeof daily === 'string'

  useEffect(() => {
    if (!isWanting) return undefined
    let isCurrent = true
    const pickFirst = () =>
      void pickQuoteNow(timeZone).then((quote) => {
        picked ??= quote
        if (isCurrent) setDaily(picked ?? 'missing')
      })
    // Neither the list nor its letters hold up the first cards.
    void secondPhase().then(() => {
      if (isCurrent) pickFirst()
    })
    addEventListener('online', pickFirst)
    return () => {
      isCurrent = false
      removeEventListener('online', pickFirst)
    }
  }, [timeZone, isWanting])

  const refresh = () =>
    // The quote to avoid is read when the choice is made: two quick presses never repeat the first.
    void pickQuoteNow(timeZone, () => picked).then((quote) => {
      picked = quote ?? picked
      setDaily(picked ?? 'missing')
    })
  return [daily, refresh]
}

/**
 * The bundled list: a chunk of its own, loaded only after the first screen is drawn (D17). Empty if
 * it cannot be loaded, for example offline on a first visit or as the page is left: a later call retries.
 */
async function loadBuiltInQuotes(): Promise<readonly BuiltInQuote[]> {
  try {
    const { builtInQuotes } = await import('../../../content/quote-list.ts')
    return builtInQuotes
  } catch {
    return []
  }
}
