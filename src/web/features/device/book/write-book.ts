import {
  bookFormat,
  bookLine,
  bookVersion,
  type BookEnd,
  type BookEntry,
  type BookHeader,
  type BookMark,
  type BookReaction,
  type PersonIndex,
} from '../../../../domain/book-format.ts'
import { emptyFilter } from '../../../../domain/filter.ts'
import type { Instant, PartnerId } from '../../../../domain/ids.ts'
import type { MemoryMark } from '../../../../domain/memory-days.ts'
import { nameKey, type Profile, type PublicPartner } from '../../../../domain/partner.ts'
import type { Journal, ShownEntry } from '../../../replica/journal.ts'

/** Entries read and written at once, which bounds the page's memory. */
const pageLength = 1000

export interface BookRequest {
  readonly journal: Journal
  readonly title: string
  readonly partners: readonly [PublicPartner, PublicPartner]
  /** Also takes my own private notes; the partner's are not on this device. */
  readonly withPrivate: boolean
  readonly madeAt: Instant
  /** Given if the copy is unfinished: the file holds what changed since then. */
  readonly since: Instant | undefined
  /** Called with how many entries have been read. */
  readonly onProgress: (entries: number) => void
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
 * whole. Rejects with the signal's reason once it is aborted, and with `StorageError` if the copy
 * cannot be read.
 */
export async function writeBook(request: BookRequest, page: BookPage): Promise<Blob> {
  const { journal } = request
  const [settings, profiles] = await Promise.all([journal.settings(), journal.profiles()])
  const people = peopleOf(profiles, request.partners)
  const personOf = (id: PartnerId): PersonIndex => (people[1].id === id ? 1 : 0)
  const header: BookHeader = {
    format: bookFormat,
    version: bookVersion,
    title: request.title,
    timeZone: settings?.timeZone ?? 'UTC',
    people: [withoutId(people[0]), withoutId(people[1])],
    by: personOf(journal.me),
    madeAt: request.madeAt,
    withPrivate: request.withPrivate,
    ...(request.since === undefined ? {} : { since: request.since }),
  }
  const { lines, entries, reactions } = await writeEntries(request, personOf)
  const [likes, quotes] = await Promise.all([journal.likes(), journal.customQuotes()])
  const marks = request.withPrivate ? await journal.memoryMarks() : []
  const end: BookEnd = {
    entries,
    reactions,
    likes: likes.length,
    quotes: quotes.length,
    marks: marks.length,
  }
  const quoteFields = ({ userId, text, author, createdAt }: (typeof likes)[number]) => ({
    by: personOf(userId),
    text,
    author,
    createdAt,
  })
  return new Blob(
    [
      headOf(request.title, page),
      bookLine('header', header),
      ...lines,
      bookLine('likes', likes.map(quoteFields)),
      bookLine(
        'quotes',
        quotes.map((quote) => ({ id: quote.id, ...quoteFields(quote) })),
      ),
      ...(marks.length === 0 ? [] : [bookLine('marks', marks.map(markOf(personOf)))]),
      bookLine('end', end),
      `<script type="module">${page.script.text}</script>\n</body>\n</html>\n`,
    ],
    { type: 'text/html' },
  )
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

/** The parts of entries and reactions, oldest first; they are read newest first, as the list is. */
async function writeEntries(
  { journal, withPrivate, onProgress, signal }: BookRequest,
  personOf: (id: PartnerId) => PersonIndex,
) {
  const lines: Blob[] = []
  const counts = { entries: 0, reactions: 0 }
  const query = {
    filter: emptyFilter,
    now: 0,
    limit: pageLength,
    reactions: await journal.storedReactions(),
  }
  let after: ShownEntry | undefined
  let read = 0
  for (;;) {
    signal.throwIfAborted()
    const page = await journal.entries(after === undefined ? query : { ...query, after })
    const taken = page.entries
      .filter(({ isPrivate, userId }) => !isPrivate || (withPrivate && userId === journal.me))
      .toReversed()
    const reactions = taken.flatMap((entry) => reactionsOf(entry, personOf))
    const parts = [
      bookLine(
        'entries',
        taken.map((entry) => entryOf(entry, personOf)),
      ),
    ]
    if (reactions.length > 0) parts.push(bookLine('reactions', reactions))
    if (taken.length > 0) lines.unshift(new Blob(parts))
    counts.entries += taken.length
    counts.reactions += reactions.length
    read += page.entries.length
    onProgress(read)
    after = page.entries.at(-1)
    if (!page.more || after === undefined) return { lines, ...counts }
  }
}

function entryOf(entry: ShownEntry, personOf: (id: PartnerId) => PersonIndex): BookEntry {
  const { id, category, content, createdAt, completedAt, scheduledDate } = entry
  return {
    id,
    by: personOf(entry.userId),
    category,
    content,
    createdAt,
    ...(completedAt === null ? {} : { completedAt }),
    ...(scheduledDate === null ? {} : { scheduledDate }),
    ...(entry.isPrivate ? { isPrivate: true } : {}),
    ...(entry.pending ? { isUnsent: true } : {}),
  }
}

function reactionsOf(
  { id, reactions }: ShownEntry,
  personOf: (id: PartnerId) => PersonIndex,
): BookReaction[] {
  return reactions.map(({ userId, emoji, createdAt }) => ({
    entry: id,
    by: personOf(userId),
    emoji,
    createdAt,
  }))
}

function markOf(personOf: (id: PartnerId) => PersonIndex) {
  return ({ entryId: entry, userId, until, createdAt }: MemoryMark): BookMark => ({
    entry,
    by: personOf(userId),
    ...(until === null ? {} : { until }),
    createdAt,
  })
}

/** The file's beginning. Only this script and this style may run, and no request is allowed. */
function headOf(title: string, { script, style }: BookPage): string {
  const policy = [
    "default-src 'none'",
    `script-src '${script.hash}'`,
    `style-src '${style.hash}'`,
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
<noscript>Dieses Tagebuch braucht JavaScript; die Texte stehen als JSON in dieser Datei.</noscript>
<div id="book"></div>
`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
