import type {
  BookEntry,
  BookHeader,
  BookLike,
  BookQuote,
  BookReaction,
} from '../../../../../domain/book-format.ts'
import { searchableText } from '../../../../../domain/search/entry-search.ts'
import type { SearchableText } from '../../../../../domain/search/find-in-text.ts'

/** All rows of one kind. The parts stay on the page, because a browser saves the page as it is then. */
function readParts<Row>(name: string): Row[] {
  const parts = [...document.querySelectorAll(`script[data-part="${name}"]`)]
  return parts.flatMap((element) => JSON.parse(element.textContent) as Row | Row[])
}

// The file's own parts, written by the app together with this script: nothing to check.
const [read] = readParts<BookHeader>('header')
if (read === undefined) throw new Error('this file has no header')
export const header = read
/** Oldest first. */
export const entries = readParts<BookEntry>('entries')
export const likes = readParts<BookLike>('likes')
export const quotes = readParts<BookQuote>('quotes')
/** By entry. */
export const reactions = new Map<string, BookReaction[]>()
for (const reaction of readParts<BookReaction>('reactions')) {
  const known = reactions.get(reaction.entry)
  if (known === undefined) reactions.set(reaction.entry, [reaction])
  else known.push(reaction)
}

const searchTexts = new Map<BookEntry, SearchableText>()

/** The text as search compares it; computed at the first search. */
export function searchTextOf(entry: BookEntry): SearchableText {
  const known = searchTexts.get(entry)
  if (known !== undefined) return known
  const text = searchableText(entry)
  searchTexts.set(entry, text)
  return text
}
