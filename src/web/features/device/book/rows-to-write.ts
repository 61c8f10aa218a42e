import type {
  BookEntry,
  BookLike,
  BookMark,
  BookReaction,
  BookReply,
  BookReview,
  BookStory,
  PersonIndex,
} from '../../../../domain/book-format.ts'
import type { Entry } from '../../../../domain/entry.ts'
import type { PartnerId } from '../../../../domain/ids.ts'
import type { MemoryMark } from '../../../../domain/memory-days.ts'
import type { Reply, StoryLink } from '../../../../domain/table-schemas.ts'
import type { JournalState, ShownEntry } from '../../../replica/journal.ts'
import { detailsIn, shownEntry } from '../../../replica/questions/entry-details.ts'
import type { WholeJournal } from '../../../replica/questions/with-lost.ts'
import type { createStoryWords, EntryRows } from './book-words.ts'

/* The rows of the journal as the file has them (docs/book-format.md). */

/** Everything that belongs to one entry. */
export function entryRowsIn(
  { state, rows }: WholeJournal,
  personOf: (id: PartnerId) => PersonIndex,
  storiesOf: ReturnType<typeof createStoryWords>,
): (entry: Entry) => EntryRows {
  return (entry) => {
    const shown = shownEntry(entry, detailsIn(state, rows, entry.id))
    return {
      entry: entryOf(shown, personOf),
      reactions: reactionsOf(shown, personOf),
      replies: rows.of('replies', entry.id).map(replyOf(personOf)),
      stories: storiesOf(entry),
    }
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

function replyOf(personOf: (id: PartnerId) => PersonIndex) {
  return ({ id, entryId: entry, userId, content, createdAt }: Reply): BookReply => ({
    id,
    entry,
    by: personOf(userId),
    content,
    createdAt,
  })
}

/** Mine: no others are on this device. */
export function reviewsOf(
  { id: entry }: Pick<Entry, 'id'>,
  { rows }: WholeJournal,
  personOf: (id: PartnerId) => PersonIndex,
): BookReview[] {
  return rows
    .of('reviews', entry)
    .map(({ id, userId, direction, grade, wordsHash, createdAt }) => ({
      id,
      entry,
      by: personOf(userId),
      direction,
      grade,
      wordsHash,
      createdAt,
    }))
}

export function quoteOf(personOf: (id: PartnerId) => PersonIndex) {
  return ({
    userId,
    text,
    author,
    createdAt,
  }: Omit<BookLike, 'by'> & { readonly userId: PartnerId }): BookLike => ({
    by: personOf(userId),
    text,
    author,
    createdAt,
  })
}

export function markOf(personOf: (id: PartnerId) => PersonIndex) {
  return ({ entryId: entry, userId, until, createdAt }: MemoryMark): BookMark => ({
    entry,
    by: personOf(userId),
    ...(until === null ? {} : { until }),
    createdAt,
  })
}

/** The links of which the file holds both entries. */
export function storiesIn(
  { storyLinks }: JournalState,
  entries: readonly Pick<Entry, 'id'>[],
): readonly StoryLink[] {
  const ids = new Set(entries.map(({ id }) => id))
  return storyLinks.list.filter(({ id, ideaId }) => ids.has(id) && ids.has(ideaId))
}

export function storyOf(personOf: (id: PartnerId) => PersonIndex) {
  return ({ id: story, userId, ideaId: idea, createdAt }: StoryLink): BookStory => ({
    story,
    idea,
    by: personOf(userId),
    createdAt,
  })
}
