import type { EntryId, Instant, ReviewId, WordsHash } from '../../../domain/ids.ts'
import type { Grade } from '../../../domain/practice/grade.ts'
import type { Review } from '../../../domain/practice/review.ts'
import type { Direction } from '../../../domain/translation.ts'
import { aboutRow } from './about-row.ts'
import { sendInsert } from './insert-result.ts'
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

type Answer = Without<AddReview, 'reviewId' | 'createdAt'>

export const addReview: MutationKind<AddReview, 'reviews', Answer> = {
  ...aboutRow('reviews', 'reviewId', 'entryId'),
  action: 'add-review',
  complete: (wanted, { id, now }) => ({ reviewId: id, createdAt: now, ...wanted }),
  // Not the entry's own: its card does not say that something is being sent.
  aggregateId: ({ entryId }) => `review ${entryId}`,
  apply: (row, { reviewId: id, createdAt, ...review }, me): Review =>
    row ?? { id, userId: me, ...fieldsOf(review), createdAt, updatedAt: createdAt, isUnsent: true },
  async send(calls, { reviewId: id, createdAt, ...review }, me) {
    const row = { id, userId: me, ...fieldsOf(review), createdAt }
    const result = await sendInsert({ calls, table: 'reviews', row })
    // The word was deleted or hidden meanwhile, and its reviews with it.
    return result.kind === 'rejected' ? done : result
  },
  // A word that was written without a network is sent before what was practised of it.
  waitsFor: ({ entryId }) => entryId,
  insertedId: ({ reviewId }) => reviewId,
}

function fieldsOf({ entryId, direction, grade, wordsHash }: NewReview): NewReview {
  return { entryId, direction, grade, wordsHash }
}
