import type { BookHeader, BookRow, BookTable } from '../../../../../domain/book-format.ts'
import type { BookPictures } from '../../../../../domain/book-pictures.ts'
import type { PhotoId } from '../../../../../domain/ids.ts'
import { foldedLazily, searchableText } from '../../../../../domain/search/entry-search.ts'
import type { SearchableText } from '../../../../../domain/search/find-in-text.ts'

/** All rows of one kind. The parts stay on the page, because a browser saves the page as it is then. */
function readParts(name: BookTable | 'header'): readonly unknown[] {
  const parts = [...document.querySelectorAll(`script[data-part="${name}"]`)]
  return parts.flatMap((element) => JSON.parse(element.textContent) as unknown)
}

// The file's own parts, written by the app together with this script: nothing to check.
const [read] = readParts('header') as readonly (BookHeader | undefined)[]
if (read === undefined) throw new Error('this file has no header')
export const header = read
const rowsOf = <Table extends BookTable>(table: Table) =>
  readParts(table) as readonly BookRow<Table>[]
/** Oldest first. */
export const entries = rowsOf('entries')
export const likes = rowsOf('quote_likes')
export const quotes = rowsOf('custom_quotes')
/** By entry. */
export const reactions = byEntry(rowsOf('reactions'))
export const replies = byEntry(rowsOf('replies'))
export const photos = byEntry(rowsOf('photos'))
export const stories = rowsOf('story_links')

/** The pictures of a photo; undefined if they are not in this file. They are read again each time: all would fill the memory. */
export function picturesOf(id: PhotoId): BookPictures | undefined {
  const part = document.getElementById(id)?.textContent
  // The file's own part, as above.
  return part === undefined ? undefined : (JSON.parse(part) as BookPictures)
}

function byEntry<Row extends { readonly entry_id: string }>(rows: readonly Row[]) {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const known = groups.get(row.entry_id)
    if (known === undefined) groups.set(row.entry_id, [row])
    else known.push(row)
  }
  return groups
}

type SearchedRow = BookRow<'entries'> | BookRow<'replies'> | BookRow<'photos'>

const searchTexts = new Map<SearchedRow, SearchableText>()

/** The text as search compares it; computed at the first search. */
export function searchTextOf(row: SearchedRow): SearchableText {
  const known = searchTexts.get(row)
  if (known !== undefined) return known
  const text =
    'category' in row
      ? searchableText(row)
      : foldedLazily('content' in row ? row.content : row.description)
  searchTexts.set(row, text)
  return text
}
