import {
  bookFormat,
  bookPart,
  bookVersion,
  type BookEnd,
  type BookHeader,
  type BookReview,
  type PersonIndex,
  type WrittenPart,
} from '../../../../domain/book-format.ts'
import type { Entry } from '../../../../domain/entry.ts'
import type { Instant, PartnerId } from '../../../../domain/ids.ts'
import { nameKey, type Profile, type PublicPartner } from '../../../../domain/partner.ts'
import { nextTask } from '../../../browser/next-task.ts'
import type { Journal, JournalState } from '../../../replica/journal.ts'
import { customQuotesOf, likesOf } from '../../../replica/questions/quotes.ts'
import { withLost, type WholeJournal } from '../../../replica/questions/with-lost.ts'
import { createBookWords, createStoryWords, type BookWords, type EntryRows } from './book-words.ts'
import { escapeHtml, plainPages } from './plain-pages.ts'
import { entryRowsIn, markOf, quoteOf, reviewsOf, storiesIn, storyOf } from './rows-to-write.ts'

/** Entries in each part, which bounds the page's memory. */
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
  const { state } = whole
  const people = peopleOf(state.profiles, request.partners)
  const personOf = (id: PartnerId): PersonIndex => (people[1].id === id ? 1 : 0)
  const header = headerOf(request, state, people)
  const words = createBookWords(header)
  const taken = entriesToTake(whole, request.withPrivate)
  const stories = storiesIn(state, taken).map(storyOf(personOf))
  const rowsOf = entryRowsIn(whole, personOf, createStoryWords(taken, stories, words.nameOf))
  const entries = await writeEntries(taken, rowsOf, words, request.signal)
  const reviews = request.withPrivate
    ? await writeReviews(taken, (entry) => reviewsOf(entry, whole, personOf), request.signal)
    : { parts: [], count: 0 }
  const likes = likesOf(state)
  const quotes = customQuotesOf(state)
  const marks = request.withPrivate ? state.memoryMarks : []
  const likeRows = likes.map(quoteOf(personOf))
  const quoteRows = quotes.map((quote) => ({ id: quote.id, ...quoteOf(personOf)(quote) }))
  const first = bookPart('header', header)
  const last = [
    bookPart('likes', likeRows),
    bookPart('quotes', quoteRows),
    ...(marks.length === 0 ? [] : [bookPart('marks', marks.map(markOf(personOf)))]),
    ...(stories.length === 0 ? [] : [bookPart('stories', stories)]),
    ...reviews.parts,
  ]
  const end: BookEnd = {
    entries: taken.length,
    reactions: entries.reactionCount,
    replies: entries.replyCount,
    likes: likes.length,
    quotes: quotes.length,
    marks: marks.length,
    stories: stories.length,
    reviews: reviews.count,
    digests: [
      first.digest,
      ...entries.leaves.flatMap(({ digests }) => digests),
      ...last.map(({ digest }) => digest),
    ],
  }
  return new Blob(
    [
      headOf(request.title, page),
      first.line,
      ...entries.leaves.map(({ lines }) => lines),
      ...last.map(({ line }) => line),
      bookPart('end', end).line,
      plainPages.begin(header),
      ...entries.leaves.map(({ plain }) => plain),
      plainPages.end(likeRows, quoteRows, words),
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

/** The parts of some entries, their reactions and replies, and the same entries for readers without scripts. */
interface Leaf {
  readonly lines: Blob
  readonly digests: readonly string[]
  readonly plain: Blob
}

/** Newest first. */
function entriesToTake({ state, rows }: WholeJournal, withPrivate: boolean): readonly Entry[] {
  return state.entries.list.flatMap(({ id }) => {
    const entry = rows.get('entries', id)
    const isTaken = entry && (!entry.isPrivate || (withPrivate && entry.userId === state.me))
    return isTaken === true ? entry : []
  })
}

/**
 * The leaves of all entries, oldest first. Each has the same number of entries but for the oldest, so that their
 * lengths do not tell how many were left out (D9).
 */
async function writeEntries(
  taken: readonly Entry[],
  rowsOf: (entry: Entry) => EntryRows,
  words: BookWords,
  signal: AbortSignal,
) {
  const leaves: Leaf[] = []
  const counts = { reactionCount: 0, replyCount: 0 }
  for (let start = 0; start < taken.length; start += pageLength) {
    signal.throwIfAborted()
    const rows = taken
      .slice(start, start + pageLength)
      .toReversed()
      .map((entry) => rowsOf(entry))
    counts.reactionCount += rows.reduce((sum, { reactions }) => sum + reactions.length, 0)
    counts.replyCount += rows.reduce((sum, { replies }) => sum + replies.length, 0)
    leaves.unshift(leafOf(rows, words))
    await nextTask()
  }
  return { leaves, ...counts }
}

/** What was practised of these entries, in parts between which input and drawing go first. */
async function writeReviews(
  taken: readonly Entry[],
  reviewsTo: (entry: Entry) => readonly BookReview[],
  signal: AbortSignal,
): Promise<{ readonly parts: readonly WrittenPart[]; readonly count: number }> {
  const parts: WrittenPart[] = []
  let count = 0
  for (let start = 0; start < taken.length; start += pageLength) {
    signal.throwIfAborted()
    const reviews = taken.slice(start, start + pageLength).flatMap((entry) => reviewsTo(entry))
    count += reviews.length
    if (reviews.length > 0) parts.push(bookPart('reviews', reviews))
    await nextTask()
  }
  return { parts, count }
}

function leafOf(rows: readonly EntryRows[], words: BookWords): Leaf {
  const reactions = rows.flatMap((row) => row.reactions)
  const replies = rows.flatMap((row) => row.replies)
  const parts: WrittenPart[] = [
    bookPart(
      'entries',
      rows.map(({ entry }) => entry),
    ),
    ...(reactions.length === 0 ? [] : [bookPart('reactions', reactions)]),
    ...(replies.length === 0 ? [] : [bookPart('replies', replies)]),
  ]
  return {
    lines: new Blob(parts.map(({ line }) => line)),
    digests: parts.map(({ digest }) => digest),
    plain: new Blob(rows.map((row) => plainPages.entry(row, words))),
  }
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
