import { foldedLazily } from '../../../domain/search/entry-search.ts'
import { foundRanges, holdsWord } from '../../../domain/search/find-in-text.ts'
import { parseSearch } from '../../../domain/search/search-words.ts'
import type { QuoteKey } from '../../../domain/quote.ts'

/** The quotes that the words find: each word must be in the text or the author. */
export function findQuotes(typed: string) {
  const words = parseSearch(typed)
  return {
    hasWords: words.length > 0,
    matches: ({ text, author }: QuoteKey) => {
      const quote = foldedLazily(`${text}\n${author}`)
      return words.every((word) => holdsWord(quote, word))
    },
    marks: (text: string) => foundRanges(text, words),
  }
}
