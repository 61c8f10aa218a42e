import type postgres from 'postgres'
import * as v from 'valibot'
import type { BookPart, BookRows, PersonIndex } from '../../domain/book-format.ts'
import type { Book } from '../../domain/book-reader.ts'
import type { PartnerId } from '../../domain/ids.ts'
import { quoteLikeId } from '../../domain/quote.ts'
import { reactionId } from '../../domain/reaction.ts'

/** The most rows that `private.import_rows` takes at once. */
const batchLength = 500

/** What an import has added, or would. */
export interface Imported {
  readonly added: Readonly<Record<BookPart, number>>
  /** Rows that were deleted since and stay so. */
  readonly deleted: number
  /** Reactions to entries that are not there. */
  readonly withoutEntry: number
}

const number = v.number()
const answer = v.object({
  added: v.object({ entries: number, reactions: number, likes: number, quotes: number }),
  deleted: number,
  without_entry: number,
})

type Row = Readonly<Record<string, unknown>>

/** Each part's row as the database function takes it; ids that derive are derived anew (D15). */
const columnsOf: { [Part in BookPart]: (row: BookRows[Part], person: PartnerId) => Row } = {
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
  likes: (quote, person) => ({ id: quoteLikeId(person, quote), ...quoteColumns(quote) }),
  quotes: (quote) => ({ id: quote.id, ...quoteColumns(quote) }),
}

function quoteColumns({ text, author, createdAt }: BookRows['likes']): Row {
  return { quote_text: text, quote_author: author, created_at: createdAt }
}

/** Both people's rows, entries first, because reactions need them. */
export async function importBook(
  sql: postgres.TransactionSql,
  { rows }: Book,
  people: readonly [PartnerId, PartnerId],
): Promise<Imported> {
  let total: Imported = {
    added: { entries: 0, reactions: 0, likes: 0, quotes: 0 },
    deleted: 0,
    withoutEntry: 0,
  }
  for (const part of ['entries', 'reactions', 'likes', 'quotes'] as const)
    for (const by of [0, 1] as const)
      total = sumOf(total, await importPart(sql, part, rows[part], by, people[by]))
  return total
}

async function importPart<Part extends BookPart>(
  sql: postgres.TransactionSql,
  part: Part,
  rows: readonly BookRows[Part][],
  by: PersonIndex,
  person: PartnerId,
): Promise<readonly v.InferOutput<typeof answer>[]> {
  const own = rows.filter((row) => row.by === by).map((row) => columnsOf[part](row, person))
  const answers = []
  for (let from = 0; from < own.length; from += batchLength) {
    const batch = JSON.stringify({ [part]: own.slice(from, from + batchLength) })
    const [row] = await sql`select private.import_rows(${person}, ${batch}::text::jsonb, true) as answer`
    answers.push(v.parse(answer, row?.['answer']))
  }
  return answers
}

function sumOf(total: Imported, answers: readonly v.InferOutput<typeof answer>[]): Imported {
  const sum = (one: (given: v.InferOutput<typeof answer>) => number) =>
    answers.reduce((so, given) => so + one(given), 0)
  const { added } = total
  return {
    added: {
      entries: added.entries + sum((given) => given.added.entries),
      reactions: added.reactions + sum((given) => given.added.reactions),
      likes: added.likes + sum((given) => given.added.likes),
      quotes: added.quotes + sum((given) => given.added.quotes),
    },
    deleted: total.deleted + sum((given) => given.deleted),
    withoutEntry: total.withoutEntry + sum((given) => given.without_entry),
  }
}
