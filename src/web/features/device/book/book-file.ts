import type * as bookPage from 'virtual:book-page'
import {
  bookPart,
  bookTables,
  byBookTable,
  type BookHeader,
  type BookRow,
  type BookTable,
} from '../../../../domain/book-format.ts'
import type { Entry } from '../../../../domain/entry.ts'
import type { PartnerId } from '../../../../domain/ids.ts'
import type { RowOf } from '../../../../domain/table-schemas.ts'
import { inSlices } from '../../../browser/in-slices.ts'
import type { WholeJournal } from '../../../replica/questions/with-lost.ts'
import { createBookWords } from './book-words.ts'
import { leafOf, type Leaf, type PictureParts } from './picture-parts.ts'
import { escapeHtml, plainPages } from './plain-pages.ts'
import { createRowWriter, type rowsToWrite } from './rows-to-write.ts'
import { createStoryWords } from './story-words.ts'

/** Rows in each part, which bounds the page's memory. */
const pageLength = 1000

/** Script and style of the file with their hashes. */
export type BookPage = typeof bookPage

export interface FileContent {
  readonly whole: WholeJournal
  readonly header: BookHeader
  /** The person whose place in the file is the second. */
  readonly second: PartnerId | undefined
  readonly rows: ReturnType<typeof rowsToWrite>
  readonly pictures: PictureParts
}

/** One file, with these rows and pictures. */
export async function writeFile(
  content: FileContent,
  page: BookPage,
  signal: AbortSignal,
): Promise<Blob> {
  const { whole, header, second, rows, pictures } = content
  const write = createRowWriter(whole.state, (id) => (second === id ? 1 : 0))
  const written: Written = (table, some) => some.map((row) => write(table, row))
  const leaves: Leaf[] = [leafOf('header', header)]
  for (const table of bookTables) {
    const leafWith = (some: readonly RowOf<BookTable>[]) => leafOf(table, written(table, some))
    leaves.push(...(await inPages<RowOf<BookTable>, Leaf>(rows[table], leafWith, signal)))
  }
  leaves.push(...pictures.leaves)
  const plainOf = plainPagesOf(content, written)
  const plain = await inPages(rows.entries, (some) => new Blob(some.flatMap(plainOf)), signal)
  const end = {
    ...byBookTable((table) => rows[table].length),
    digests: leaves.map(({ digest }) => digest),
  }
  const quotes = createBookWords(header).quoteWords(
    written('quote_likes', rows.quote_likes),
    written('custom_quotes', rows.custom_quotes),
  )
  return new Blob(
    [
      headOf(header.title, page),
      ...leaves.map(({ line }) => line),
      bookPart('end', end).line,
      plainPages.begin(header),
      ...plain,
      plainPages.end(quotes),
      `<script type="module">${page.script.text}</script>\n</body>\n</html>\n`,
    ],
    { type: 'text/html' },
  )
}

type Written = <Table extends BookTable>(
  table: Table,
  some: readonly RowOf<Table>[],
) => readonly BookRow<Table>[]

/** Writes an entry for readers without scripts. */
function plainPagesOf({ whole, header, rows, pictures }: FileContent, written: Written) {
  const words = createBookWords(header)
  const links = written('story_links', rows.story_links)
  const storiesOf = createStoryWords(rows.entries, links, words.nameOf)
  const photos = new Set(rows.photos.map(({ id }) => id))
  return (given: Entry) => {
    const { id } = given
    const ownPhotos = whole.rows.of('photos', id).filter((photo) => photos.has(photo.id))
    return written('entries', [given]).flatMap((entry) =>
      plainPages.entry(
        {
          entry,
          reactions: written('reactions', whole.rows.of('reactions', id)),
          photos: written('photos', ownPhotos),
          replies: written('replies', whole.rows.of('replies', id)),
          stories: storiesOf(given),
        },
        words,
        (photo) => pictures.previews.get(photo.id),
      ),
    )
  }
}

/**
 * The results of `write` for these rows, a page at a time, between which input and drawing go first. Each page is
 * full but the first, so that their lengths do not tell how many entries were left out (D9).
 */
async function inPages<Row, Page>(
  rows: readonly Row[],
  write: (page: readonly Row[]) => Page,
  signal: AbortSignal,
): Promise<Page[]> {
  const pages = await inSlices(pagesOf(rows, write), () => signal.aborted)
  signal.throwIfAborted()
  return pages ?? []
}

function* pagesOf<Row, Page>(rows: readonly Row[], write: (page: readonly Row[]) => Page) {
  const pages: Page[] = []
  for (let end = rows.length; end > 0; end -= pageLength) {
    pages.unshift(write(rows.slice(Math.max(0, end - pageLength), end)))
    yield
  }
  return pages
}

/** The file's beginning. Only this script and this style may run, and no request is allowed; the letters are in the style. */
function headOf(title: string, { script, style }: BookPage): string {
  const policy = [
    "default-src 'none'",
    `script-src '${script.hash}'`,
    `style-src '${style.hash}'`,
    'font-src data:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${style.text}</style>
</head>
<body>
`
}
