import type { Category } from './category.ts'
import type { CustomQuoteId, EntryId, Instant } from './ids.ts'
import type { JournalDay } from './journal-day.ts'
import type { ReactionEmoji } from './reaction.ts'

/**
 * What lies as JSON in a journal that was taken along (docs/book-format.md). A change that older
 * readers cannot follow raises the version; a new part or field does not: readers skip what they
 * do not know.
 */
export const bookFormat = 'unser-tagebuch'
export const bookVersion = 1

/** A person's place in `BookHeader.people`. */
export type PersonIndex = 0 | 1

export interface BookPerson {
  readonly name: string
  /** By this a person is found again; ids of accounts are not in the file. */
  readonly identifier: string
}

/** The first part. */
export interface BookHeader {
  readonly format: typeof bookFormat
  readonly version: number
  readonly title: string
  /** An IANA name. */
  readonly timeZone: string
  readonly people: readonly [BookPerson, BookPerson]
  /** Who made the file. */
  readonly by: PersonIndex
  readonly madeAt: Instant
  /** True if that person's own private notes are in it. */
  readonly withPrivate: boolean
  /** Given where the copy was unfinished: what changed since then is in it. */
  readonly since?: Instant
}

/** Fields that are absent are false or do not apply. */
export interface BookEntry {
  readonly id: EntryId
  readonly by: PersonIndex
  readonly category: Category
  readonly content: string
  readonly createdAt: Instant
  readonly completedAt?: Instant
  readonly scheduledDate?: Instant
  readonly isPrivate?: true
  /** True if the server had not confirmed all of it when the file was made. */
  readonly isUnsent?: true
}

export interface BookReaction {
  readonly entry: EntryId
  readonly by: PersonIndex
  readonly emoji: ReactionEmoji
  readonly createdAt: Instant
}

export interface BookLike {
  readonly by: PersonIndex
  readonly text: string
  readonly author: string
  readonly createdAt: Instant
}

export interface BookQuote extends BookLike {
  readonly id: CustomQuoteId
}

/** Of what its person does not want to be reminded: only in that person's file, with the private notes. */
export interface BookMark {
  readonly entry: EntryId
  readonly by: PersonIndex
  /** The last day of it; absent if it lasts forever. */
  readonly until?: JournalDay
  readonly createdAt: Instant
}

/** The rows of the parts between header and end; each part is a list of some of them. */
export interface BookRows {
  readonly entries: BookEntry
  readonly reactions: BookReaction
  readonly likes: BookLike
  readonly quotes: BookQuote
  readonly marks: BookMark
}
export type BookPart = keyof BookRows
/** In the order in which they can come back: entries first, because others belong to them. */
export const bookParts = ['entries', 'reactions', 'likes', 'quotes', 'marks'] as const

/** The last part: how many rows of each kind there are. A file without it was cut off. */
export type BookEnd = Readonly<Record<BookPart, number>>

/** The line of one part: an element that no browser runs, and that no text inside can end. */
export function bookLine(part: BookPart | 'header' | 'end', value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" data-part="${part}">${json}</script>\n`
}
