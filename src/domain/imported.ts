import * as v from 'valibot'
import { bookParts, type BookPart } from './book-format.ts'

/** What an import has added, or would. */
export interface Imported {
  readonly added: Readonly<Record<BookPart, number>>
  /** Rows that were deleted since and stay so. */
  readonly deleted: number
  /** Reactions, replies, marks and stories of entries that are not there, or that this person may not see. */
  readonly withoutEntry: number
}

/** The start of a sum. */
export const nothingImported: Imported = {
  added: {
    entries: 0,
    reactions: 0,
    replies: 0,
    likes: 0,
    quotes: 0,
    marks: 0,
    stories: 0,
    reviews: 0,
  },
  deleted: 0,
  withoutEntry: 0,
}

const counts = v.number()
/** The answer of the database's import. */
export const importedSchema = v.pipe(
  v.object({
    added: v.object({
      entries: counts,
      reactions: counts,
      // Servers of before there were replies do not count them.
      replies: v.optional(counts, 0),
      likes: counts,
      quotes: counts,
      marks: counts,
      // A server of before there were stories of ideas brings none back.
      stories: v.optional(counts, 0),
      reviews: v.optional(counts, 0),
    }),
    deleted: counts,
    without_entry: counts,
  }),
  v.transform(({ added, deleted, without_entry: withoutEntry }): Imported => ({
    added,
    deleted,
    withoutEntry,
  })),
)

export function sumOfImports(one: Imported, other: Imported): Imported {
  const sums = bookParts.map((part) => [part, one.added[part] + other.added[part]])
  return {
    added: Object.fromEntries(sums) as Record<BookPart, number>,
    deleted: one.deleted + other.deleted,
    withoutEntry: one.withoutEntry + other.withoutEntry,
  }
}
