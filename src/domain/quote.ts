/** Quotes are identified by text and author (product-spec section 3; D15). */
export interface QuoteKey {
  readonly text: string
  readonly author: string
}
