import type {
  BookEntry,
  BookLike,
  BookMark,
  BookReaction,
  BookReply,
  BookStory,
  PersonIndex,
} from '../../../../domain/book-format.ts'
import type { EntryId, PartnerId } from '../../../../domain/ids.ts'
import type { MemoryMark } from '../../../../domain/memory-days.ts'
import type { Reply, StoryLink } from '../../../../domain/table-schemas.ts'
import type { JournalState, ShownEntry } from '../../../replica/journal.ts'

/* The rows of the journal as the file has them (docs/book-format.md). */

export function entryOf(entry: ShownEntry, personOf: (id: PartnerId) => PersonIndex): BookEntry {
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

export function reactionsOf(
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

export function replyOf(personOf: (id: PartnerId) => PersonIndex) {
  return ({ id, entryId: entry, userId, content, createdAt }: Reply): BookReply => ({
    id,
    entry,
    by: personOf(userId),
    content,
    createdAt,
  })
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
  ids: ReadonlySet<EntryId>,
): readonly StoryLink[] {
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
