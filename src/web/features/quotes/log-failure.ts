/**
 * Failures about the quote of the day are only logged, never shown (product-spec section 8), and
 * without a word of the quote (D27).
 *
 * @param what a fixed English sentence
 */
export function logFailure(what: string): void {
  // The specification asks for exactly this line; a warning, because the app goes on without.
  // oxlint-disable-next-line no-console
  console.warn(`quotes: ${what}`)
}
