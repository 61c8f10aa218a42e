/**
 * Failures about the quote of the day are only logged, never shown, and without a word of the quote
 * (docs/behaviour/quote-of-the-day.md "Likes"; D27).
 *
 * @param what a fixed English sentence
 */
export function logFailure(what: string): void {
  // A warning, because the app works without it.
  // oxlint-disable-next-line no-console
  console.warn(`quotes: ${what}`)
}
