import {
  isSameQuote,
  quoteMoods,
  type BuiltInQuote,
  type QuoteKey,
  type QuoteMood,
} from './quote.ts'
import { pickOne, type Random } from './random.ts'

export type MoodWeights = Readonly<Record<QuoteMood, number>>

function weights(
  motivierend: number,
  philosophisch: number,
  beruhigend: number,
  reflektierend: number,
): MoodWeights {
  return { motivierend, philosophisch, beruhigend, reflektierend }
}

/** The hour table of docs/behaviour/quote-of-the-day.md; `until` is excluded (D22). */
const hourTable = [
  { from: 5, until: 11, weights: weights(0.4, 0.3, 0.2, 0.1) },
  { from: 11, until: 17, weights: weights(0.3, 0.4, 0.2, 0.1) },
  { from: 17, until: 22, weights: weights(0.2, 0.3, 0.3, 0.2) },
] as const
const otherwise = weights(0.1, 0.2, 0.4, 0.3)

/** How likely each mood is at an hour 0–23 of the journal's clock (D5, D22). */
export function moodWeights(hour: number): MoodWeights {
  return hourTable.find(({ from, until }) => from <= hour && hour < until)?.weights ?? otherwise
}

/**
 * The quote to show at an hour 0–23: first a mood by the hour's weights, then any quote of that
 * mood. `avoid`, the one on screen, comes again only when there is no other. A mood without quotes
 * gives its share to the others. Undefined for an empty list.
 */
export function pickQuote<Quote extends BuiltInQuote>(
  random: Random,
  hour: number,
  quotes: readonly Quote[],
  avoid?: QuoteKey,
): Quote | undefined {
  const others = avoid === undefined ? quotes : quotes.filter((quote) => !isSameQuote(quote, avoid))
  const candidates = others.length === 0 ? quotes : others
  const mood = pickMood(random, moodWeights(hour), new Set(candidates.map((quote) => quote.mood)))
  return pickOne(
    candidates.filter((quote) => quote.mood === mood),
    random,
  )
}

function pickMood(
  random: Random,
  weightOf: MoodWeights,
  present: ReadonlySet<QuoteMood>,
): QuoteMood | undefined {
  const moods = quoteMoods.filter((mood) => present.has(mood))
  let left = random() * moods.reduce((sum, mood) => sum + weightOf[mood], 0)
  for (const mood of moods) {
    left -= weightOf[mood]
    if (left < 0) return mood
  }
  // Rounding can leave a remainder above zero; it goes to the last mood.
  return moods.at(-1)
}
