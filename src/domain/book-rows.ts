import { bookParts, type BookPart, type BookRows, type PersonIndex } from './book-format.ts'
import type { Book } from './book-reader.ts'
import type { PartnerId } from './ids.ts'
import { memoryMarkId } from './memory-days.ts'
import { quoteLikeId } from './quote.ts'
import { reactionId } from './reaction.ts'
import { movedToZone } from './schedule.ts'

/** A row of a file as the database's import takes it. */
export type ImportRow = Readonly<Record<string, string | number | boolean | null>>
/** What one call imports. */
export type ImportBatch = Readonly<Partial<Record<BookPart, readonly ImportRow[]>>>

type Columns = { [Part in BookPart]: (row: BookRows[Part], person: PartnerId) => ImportRow }

/** Ids that derive are derived again (D15): accounts of another journal have other ids. */
const columnsOf: Columns = {
  entries: (entry) => ({
    id: entry.id,
    category: entry.category,
    content: entry.content,
    created_at: entry.createdAt,
    completed_at: entry.completedAt ?? null,
    is_private: entry.isPrivate === true,
    scheduled_date: entry.scheduledDate ?? null,
  }),
  reactions: ({ entry, emoji, createdAt }, person) => ({
    id: reactionId(entry, person, emoji),
    entry_id: entry,
    emoji,
    created_at: createdAt,
  }),
  replies: ({ id, entry, content, createdAt }) => ({
    id,
    entry_id: entry,
    content,
    created_at: createdAt,
  }),
  likes: (quote, person) => ({ id: quoteLikeId(person, quote), ...quoteColumns(quote) }),
  quotes: (quote) => ({ id: quote.id, ...quoteColumns(quote) }),
  marks: ({ entry, until = null, createdAt }, person) => ({
    id: memoryMarkId(entry, person, until),
    entry_id: entry,
    until,
    created_at: createdAt,
  }),
  stories: ({ story, idea, createdAt }) => ({ id: story, idea_id: idea, created_at: createdAt }),
  reviews: ({ id, entry, direction, grade, wordsHash, createdAt }) => ({
    id,
    entry_id: entry,
    direction,
    grade,
    words_hash: wordsHash,
    created_at: createdAt,
  }),
}

/** The book in a journal whose time zone may have changed since: a day without a time stays that day (D14). */
export function bookInZone(book: Book, timeZone: string): Book {
  const entries = book.rows.entries.map((entry) =>
    entry.scheduledDate === undefined
      ? entry
      : {
          ...entry,
          scheduledDate: movedToZone(entry.scheduledDate, book.header.timeZone, timeZone),
        },
  )
  return { ...book, rows: { ...book.rows, entries } }
}

function quoteColumns({ text, author, createdAt }: BookRows['likes']): ImportRow {
  return { quote_text: text, quote_author: author, created_at: createdAt }
}

/** What one person wrote of one part, as the database takes it. */
export function importRowsOf(
  { rows }: Book,
  part: BookPart,
  by: PersonIndex,
  person: PartnerId,
): readonly ImportRow[] {
  const columns = columnsOf[part] as (row: BookRows[BookPart], person: PartnerId) => ImportRow
  return rows[part].filter((row) => row.by === by).map((row) => columns(row, person))
}

interface BatchLimits {
  readonly rows: number
  /** Bytes of JSON. */
  readonly bytes: number
}

/**
 * All that one person wrote, in batches that are limited in rows and bytes. What belongs to an entry of the
 * same person is in its batch, so that each batch can be tried by itself.
 */
export function* importBatches(
  book: Book,
  by: PersonIndex,
  person: PartnerId,
  limits: BatchLimits,
): Generator<ImportBatch> {
  let batch: Partial<Record<BookPart, ImportRow[]>> = {}
  let [rows, bytes] = [0, 0]
  for (const group of groupsOf(book, by, person)) {
    const size = group.reduce((sum, { row }) => sum + bytesOf(row), 0)
    if (rows > 0 && (rows + group.length > limits.rows || bytes + size > limits.bytes)) {
      yield batch
      batch = {}
      ;[rows, bytes] = [0, 0]
    }
    for (const { part, row } of group) (batch[part] ??= []).push(row)
    rows += group.length
    bytes += size
  }
  if (rows > 0) yield batch
}

interface PartRow {
  readonly part: BookPart
  readonly row: ImportRow
}

/** Of the rows of one entry, so that they fit into a batch; a word may have been practised more often. */
const longestGroup = 400

/** Each entry with what belongs to it, an idea's stories too, then everything else by itself. */
function groupsOf(book: Book, by: PersonIndex, person: PartnerId): Iterable<readonly PartRow[]> {
  const groups = new Map<unknown, PartRow[]>()
  const ideaOf = new Map<unknown, unknown>(
    book.rows.stories.map(({ story, idea }) => [story, idea]),
  )
  for (const part of bookParts)
    for (const row of importRowsOf(book, part, by, person)) {
      // A row without an entry is a group of its own.
      const entry = part === 'entries' || part === 'stories' ? row['id'] : row['entry_id']
      const key = ideaOf.get(entry) ?? entry ?? row
      const known = groups.get(key)
      if (known === undefined) groups.set(key, [{ part, row }])
      else if (known.length < longestGroup) known.push({ part, row })
      else groups.set(row, [{ part, row }])
    }
  return groups.values()
}

const encoder = new TextEncoder()

function bytesOf(row: ImportRow): number {
  // The batch travels as text inside JSON: quotes are written with a backslash.
  return encoder.encode(JSON.stringify(JSON.stringify(row))).length
}
