import type { Category } from './category.ts'
import {
  derivedId,
  type CustomQuoteId,
  type EntryId,
  type Instant,
  type ReplyId,
  type ReviewId,
  type WordsHash,
} from './ids.ts'
import type { JournalDay } from './journal-day.ts'
import type { Grade } from './practice/grade.ts'
import type { Direction } from './translation.ts'
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

export interface BookReply {
  readonly id: ReplyId
  readonly entry: EntryId
  readonly by: PersonIndex
  readonly content: string
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

/** That `by` told of an idea in a story; absent where the file lacks one of the two entries. */
export interface BookStory {
  readonly story: EntryId
  readonly idea: EntryId
  readonly by: PersonIndex
  readonly createdAt: Instant
}

/** What its person practised: only in that person's file, with the private notes. */
export interface BookReview {
  readonly id: ReviewId
  readonly entry: EntryId
  readonly by: PersonIndex
  readonly direction: Direction
  readonly grade: Grade
  readonly wordsHash: WordsHash
  readonly createdAt: Instant
}

/** The rows of the parts between header and end; each part is a list of some of them. */
export interface BookRows {
  readonly entries: BookEntry
  readonly reactions: BookReaction
  readonly replies: BookReply
  readonly likes: BookLike
  readonly quotes: BookQuote
  readonly marks: BookMark
  readonly stories: BookStory
  readonly reviews: BookReview
}
export type BookPart = keyof BookRows
/** In the order in which they can come back: entries first, because others belong to them. */
export const bookParts = [
  'entries',
  'reactions',
  'replies',
  'likes',
  'quotes',
  'marks',
  'stories',
  'reviews',
] as const

/**
 * The last part: how many rows of each kind there are, and the digest of each part before it, in the file's
 * order; files of before there were digests have none. A file without this part was cut off.
 */
export type BookEnd = Readonly<Record<BookPart, number>> & {
  readonly digests?: readonly string[] | undefined
}

/** A part of the file: its line, and the digest that the end names. */
export interface WrittenPart {
  readonly line: string
  readonly digest: string
}

/** Fixed forever: another namespace would give the same part another digest. */
const digestNamespace = '5d0f6a52-3a0c-4a43-9b0e-8f1c2a7d4e61'

/** Tells whether a part is as it was written: the UUID v5 of its JSON, without spaces between values. */
export function digestOf(value: unknown): string {
  return derivedId(digestNamespace, JSON.stringify(value))
}

/** What a browser, an editor or a reader of lines could take for markup, a line's end or nothing. */
const unsafe = /[<>&\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** An element that no browser runs, on a line of its own, and that no text inside can end. */
export function bookPart(part: BookPart | 'header' | 'end', value: unknown): WrittenPart {
  const json = JSON.stringify(value).replace(unsafe, (character) =>
    Array.from(character.split(''), (unit) => {
      const code = unit.charCodeAt(0).toString(16).padStart(4, '0')
      return String.raw`\u${code}`
    }).join(''),
  )
  return {
    line: `<script type="application/json" data-part="${part}">${json}</script>\n`,
    digest: digestOf(value),
  }
}
