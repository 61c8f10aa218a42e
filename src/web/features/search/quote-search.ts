import { foldedLazily } from '../../../domain/search/entry-search.ts'
import { foundRanges, holdsWord } from '../../../domain/search/find-in-text.ts'
import { parseSearch } from '../../../domain/search/search-words.ts'
import type { QuoteKey } from '../../../domain/quote.ts'
import type { Marks } from '../../ui/marked.tsx'

/** The quotes that the words find: each word must be in the text or the author. */
export interface FoundQuotes {
  readonly hasWords: boolean
  readonly matches: (quote: QuoteKey) => boolean
  readonly marks: Marks
}

export function findQuotes(typed: string): FoundQuotes {
  const words = parseSearch(typed)
  return {
    hasWords: words.length > 0,
    matches({ text, author }) {
      const quote = foldedLazily(`${text}\n${author}`)
      return words.every((word) => holdsWord(quote, word))
    },
    marks: (text) => foundRanges(text, words),
  }
}
