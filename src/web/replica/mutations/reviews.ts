import {
  newId,
  type EntryId,
  type Instant,
  type ReviewId,
  type WordsHash,
} from '../../../domain/ids.ts'
import type { Grade } from '../../../domain/practice/grade.ts'
import type { Review } from '../../../domain/practice/review.ts'
import type { Direction } from '../../../domain/translation.ts'
import { aboutRow } from './about-row.ts'
import { resultOfInsert } from './insert-result.ts'
import type { MutationKind, Without } from './kind.ts'
import { done } from './send-result.ts'

/** The result of one answer. */
interface NewReview {
  readonly entryId: EntryId
  readonly direction: Direction
  readonly grade: Grade
  readonly wordsHash: WordsHash
}

interface AddReview extends NewReview {
  readonly action: 'add-review'
  readonly reviewId: ReviewId
  /** By the device's clock. */
  readonly createdAt: Instant
}

/** Not the entry's own aggregate: its card does not say that something is being sent. */
function reviewAggregate(entryId: EntryId): string {
  return `review ${entryId}`
}

const aboutReview = aboutRow('reviews', 'reviewId')

type Answer = Without<AddReview, 'reviewId' | 'createdAt'>

export const addReview: MutationKind<AddReview, 'reviews', Answer> = {
  ...aboutReview,
  action: 'add-review',
  complete: (wanted, { id, now }) => ({ reviewId: id, createdAt: now, ...wanted }),
  aggregateId: ({ entryId }) => reviewAggregate(entryId),
  apply: (row, { reviewId: id, createdAt, ...review }, me): Review =>
    row ?? { id, userId: me, ...fieldsOf(review), createdAt, updatedAt: createdAt, isUnsent: true },
  merge: () => undefined,
  async send(calls, { reviewId: id, createdAt, ...review }, me) {
    const row = { id, userId: me, ...fieldsOf(review), createdAt }
    const answer = calls.insert('reviews', row)
    const result = await resultOfInsert({ calls, table: 'reviews', id, answer, newId })
    // The word was deleted or hidden meanwhile, and its reviews with it.
    return result.kind === 'rejected' ? done : result
  },
  withId(mutation, change) {
    const moved = aboutReview.withId(mutation, change)
    const { from, to } = change
    return moved.entryId === from ? { ...moved, entryId: to as EntryId } : moved
  },
  // A word that was written without a network is sent before what was practised of it.
  waitsFor: ({ entryId }) => entryId,
  insertedId: ({ reviewId }) => reviewId,
}

function fieldsOf({ entryId, direction, grade, wordsHash }: NewReview): NewReview {
  return { entryId, direction, grade, wordsHash }
}
