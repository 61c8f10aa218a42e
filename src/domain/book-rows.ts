import type { BookTable } from './book-format.ts'
import type { Book, ReadRow } from './book-reader.ts'
import type { EntryId, Instant, PartnerId } from './ids.ts'
import type { JournalDay } from './journal-day.ts'
import type { KeyedTable } from './journal-tables.ts'
import { memoryMarkId } from './memory-days.ts'
import { quoteLikeId } from './quote.ts'
import { reactionId, type ReactionEmoji } from './reaction.ts'
import { movedToZone } from './schedule.ts'

/** A row of a file as the database has it. */
export type ImportRow = Readonly<Record<string, string | number | boolean | null>>

/** Ids that derive are derived again (D15): accounts of another journal have other ids. */
const derivedIds: Readonly<Record<KeyedTable, (row: ReadRow, person: PartnerId) => string>> = {
  reactions: (row, person) =>
    reactionId(row['entry_id'] as EntryId, person, row['emoji'] as ReactionEmoji),
  quote_likes: (row, person) =>
    quoteLikeId(person, { text: String(row['quote_text']), author: String(row['quote_author']) }),
  memory_marks: (row, person) =>
    memoryMarkId(row['entry_id'] as EntryId, person, row['until'] as JournalDay | null),
}

/**
 * A book's rows of one table. Where the journal has another time zone since, a day without a time stays that day (D14).
 *
 * @param people the ids that the people of the file have here
 * @param timeZone the journal's
 */
export function rowsOfBook(
  { header, rows }: Book,
  table: BookTable,
  people: readonly [PartnerId, PartnerId],
  timeZone: string,
): readonly ImportRow[] {
  const derived: ((row: ReadRow, person: PartnerId) => string) | undefined =
    derivedIds[table as KeyedTable]
  return rows[table].map((row) => {
    const person = people[row.user_id]
    const { scheduled_date: day = null } = row
    return {
      ...row,
      user_id: person,
      ...(derived === undefined ? {} : { id: derived(row, person) }),
      ...(day === null
        ? {}
        : { scheduled_date: movedToZone(day as Instant, header.timeZone, timeZone) }),
    }
  })
}
