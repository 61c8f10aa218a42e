import {
  bookColumns,
  byBookTable,
  type BookRow,
  type BookTable,
  type PersonIndex,
} from '../../../../domain/book-format.ts'
import type { Entry } from '../../../../domain/entry.ts'
import type { PartnerId } from '../../../../domain/ids.ts'
import { tables } from '../../../../domain/journal-tables.ts'
import { fieldOf, type RowOf } from '../../../../domain/table-schemas.ts'
import type { JournalState } from '../../../replica/journal.ts'
import type { WholeJournal } from '../../../replica/questions/with-lost.ts'
import { customQuotesOf, likesOf } from '../../../replica/questions/quotes.ts'

const fields = byBookTable((table) =>
  bookColumns[table].map((column) => [column, fieldOf(column)] as const),
)

/** Writes a row as the file has it (docs/book-format.md). */
export function createRowWriter(
  { unsent }: Pick<JournalState, 'unsent'>,
  personOf: (id: PartnerId) => PersonIndex,
) {
  return <Table extends BookTable>(table: Table, row: RowOf<Table>): BookRow<Table> => {
    const given: Readonly<Record<string, unknown>> = row
    const written: Record<string, unknown> = {}
    for (const [column, field] of fields[table]) {
      const value = column === 'user_id' ? personOf(row.userId) : given[field]
      if (value !== null && value !== false) written[column] = value
    }
    if (table === 'entries' && unsent.has(row.id)) written['is_unsent'] = true
    return written as BookRow<Table>
  }
}

/** The entries to take, oldest first. */
export function entriesToTake({ state, rows }: WholeJournal, withPrivate: boolean): Entry[] {
  return state.entries.list.toReversed().flatMap(({ id }) => {
    const entry = rows.get('entries', id)
    const isTaken = entry && (!entry.isPrivate || (withPrivate && entry.userId === state.me))
    return isTaken === true ? entry : []
  })
}

/** Which rows to write. */
export interface Taken {
  /** The entries of all files. */
  readonly all: readonly Entry[]
  /** Those of this file, oldest first. */
  readonly entries: readonly Entry[]
  readonly withPrivate: boolean
  readonly withPhotos: boolean
}

/** All rows to write, in an order that does not tell of entries that are left out (D9). */
export function rowsToWrite(
  { state, rows: known }: WholeJournal,
  { all, entries: taken, withPrivate, withPhotos }: Taken,
): { readonly [Table in BookTable]: readonly RowOf<Table>[] } {
  const ids = new Set<string>(all.map(({ id }) => id))
  const own = all === taken ? ids : new Set<string>(taken.map(({ id }) => id))
  const rows: { [Table in BookTable]: readonly RowOf<Table>[] } = {
    entries: taken,
    reactions: taken.flatMap(({ id }) => known.of('reactions', id)),
    replies: taken.flatMap(({ id }) => known.of('replies', id)),
    photos: withPhotos ? taken.flatMap(({ id }) => known.of('photos', id)) : [],
    quote_likes: likesOf(state),
    custom_quotes: customQuotesOf(state),
    memory_marks:
      all === taken
        ? state.memoryMarks
        : state.memoryMarks.filter(({ entryId }) => own.has(entryId)),
    // Of which the files have both entries; each file of the two has it, so that they come back in any order.
    story_links: state.storyLinks.list.filter(
      ({ id, ideaId }) => ids.has(id) && ids.has(ideaId) && (own.has(id) || own.has(ideaId)),
    ),
    reviews: taken.flatMap(({ id }) => known.of('reviews', id)),
  }
  const none = byBookTable((table) => (tables[table].inBook === 'own' ? [] : rows[table]))
  return withPrivate ? rows : ({ ...none } as typeof rows)
}
