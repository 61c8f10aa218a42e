import type {
  BookEntry,
  BookHeader,
  BookLike,
  BookQuote,
  BookReaction,
  BookReply,
  BookStory,
} from '../../../../../domain/book-format.ts'
import { foldedLazily, searchableText } from '../../../../../domain/search/entry-search.ts'
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
export const reactions = byEntry(readParts<BookReaction>('reactions'))
export const replies = byEntry(readParts<BookReply>('replies'))
export const stories = readParts<BookStory>('stories')

function byEntry<Row extends { readonly entry: string }>(rows: readonly Row[]) {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const known = groups.get(row.entry)
    if (known === undefined) groups.set(row.entry, [row])
    else known.push(row)
  }
  return groups
}

const searchTexts = new Map<BookEntry | BookReply, SearchableText>()

/** The text as search compares it; computed at the first search. */
export function searchTextOf(row: BookEntry | BookReply): SearchableText {
  const known = searchTexts.get(row)
  if (known !== undefined) return known
  const text = 'category' in row ? searchableText(row) : foldedLazily(row.content)
  searchTexts.set(row, text)
  return text
}
