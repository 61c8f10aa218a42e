import {
  bookFormat,
  bookPart,
  bookTables,
  bookVersion,
  byBookTable,
  type BookHeader,
  type BookTable,
  type PersonIndex,
} from '../../../../domain/book-format.ts'
import type { Entry } from '../../../../domain/entry.ts'
import type { Instant, PartnerId } from '../../../../domain/ids.ts'
import { nameKey, type Profile, type PublicPartner } from '../../../../domain/partner.ts'
import type { RowOf } from '../../../../domain/table-schemas.ts'
import { inSlices } from '../../../browser/in-slices.ts'
import type { Journal, JournalState } from '../../../replica/journal.ts'
import { withLost } from '../../../replica/questions/with-lost.ts'
import { createBookWords, createStoryWords } from './book-words.ts'
import { escapeHtml, plainPages } from './plain-pages.ts'
import { createRowWriter, entriesToTake, rowsToWrite } from './rows-to-write.ts'

/** Rows in each part, which bounds the page's memory. */
const pageLength = 1000

export interface BookRequest {
  readonly journal: Pick<Journal, 'me' | 'rows' | 'whole'>
  readonly title: string
  readonly partners: readonly [PublicPartner, PublicPartner]
  /** Also takes my own private notes; the partner's are not on this device. */
  readonly withPrivate: boolean
  readonly madeAt: Instant
  /** Given if the copy is unfinished: the file holds what changed since then. */
  readonly since: Instant | undefined
  readonly signal: AbortSignal
}

/** Script and style of the file with their hashes. */
export interface BookPage {
  readonly script: InlinePart
  readonly style: InlinePart
}

interface InlinePart {
  readonly text: string
  /** For a Content-Security-Policy: `sha256-…`. */
  readonly hash: string
}

/**
 * Writes everything that I may see into one HTML file, as this device shows it, unsent work
 * included (docs/book-format.md). Page by page, so that a long journal is never in memory as a
 * whole. Rejects with the signal's reason once it is aborted.
 */
export async function writeBook(request: BookRequest, page: BookPage): Promise<Blob> {
  const { journal } = request
  const whole = withLost({ state: await journal.whole(), rows: journal.rows })
  const people = peopleOf(whole.state.profiles, request.partners)
  const personOf = (id: PartnerId): PersonIndex => (people[1].id === id ? 1 : 0)
  const header = headerOf(request, whole.state, people)
  const words = createBookWords(header)
  const taken = entriesToTake(whole, request.withPrivate)
  const rows = rowsToWrite(whole, taken, request.withPrivate)
  const write = createRowWriter(whole.state, personOf)
  const written = <Table extends BookTable>(table: Table, some: readonly RowOf<Table>[]) =>
    some.map((row) => write(table, row))
  const storiesOf = createStoryWords(taken, written('story_links', rows.story_links), words.nameOf)
  const plainOf = (entry: Entry) =>
    plainPages.entry(
      {
        entry: write('entries', entry),
        reactions: written('reactions', whole.rows.of('reactions', entry.id)),
        replies: written('replies', whole.rows.of('replies', entry.id)),
        stories: storiesOf(entry),
      },
      words,
    )
  const leaves: Leaf[] = [leafOf('header', header)]
  for (const table of bookTables) {
    const leafWith = (page: readonly RowOf<BookTable>[]) => leafOf(table, written(table, page))
    leaves.push(...(await inPages<RowOf<BookTable>, Leaf>(rows[table], leafWith, request.signal)))
  }
  const plain = await inPages(taken, (some) => new Blob(some.map(plainOf)), request.signal)
  const end = {
    ...byBookTable((table) => rows[table].length),
    digests: leaves.map(({ digest }) => digest),
  }
  return new Blob(
    [
      headOf(request.title, page),
      ...leaves.map(({ line }) => line),
      bookPart('end', end).line,
      plainPages.begin(header),
      ...plain,
      plainPages.end(
        words.quoteWords(
          written('quote_likes', rows.quote_likes),
          written('custom_quotes', rows.custom_quotes),
        ),
      ),
      `<script type="module">${page.script.text}</script>\n</body>\n</html>\n`,
    ],
    { type: 'text/html' },
  )
}

function headerOf(
  { title, withPrivate, madeAt, since }: BookRequest,
  { me, journal }: JournalState,
  [one, other]: ReturnType<typeof peopleOf>,
): BookHeader {
  return {
    format: bookFormat,
    version: bookVersion,
    title,
    timeZone: journal?.timeZone ?? 'UTC',
    people: [withoutId(one), withoutId(other)],
    by: other.id === me ? 1 : 0,
    madeAt,
    withPrivate,
    ...(since === undefined ? {} : { since }),
  }
}

interface KnownPerson extends PublicPartner {
  readonly id: PartnerId | undefined
}

/** Both people in the order of the settings; profiles know no identifiers, names are unique (D3). */
export function peopleOf(
  profiles: readonly Profile[],
  [one, other]: BookRequest['partners'],
): readonly [KnownPerson, KnownPerson] {
  const find = ({ name, identifier }: PublicPartner): KnownPerson => {
    const profile = profiles.find((known) => nameKey(known.name) === nameKey(name))
    return { id: profile?.id, name: profile?.name ?? name, identifier }
  }
  return [find(one), find(other)]
}

function withoutId({ name, identifier }: KnownPerson): PublicPartner {
  return { name, identifier }
}

/** A part, out of the page's memory. */
interface Leaf {
  readonly line: Blob
  readonly digest: string
}

function leafOf(...given: Parameters<typeof bookPart>): Leaf {
  const { line, digest } = bookPart(...given)
  return { line: new Blob([line]), digest }
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
