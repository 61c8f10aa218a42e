import { createEmptyCard, fsrs, State } from 'ts-fsrs'
import { compare } from '../compare.ts'
import { millisecondsOf } from '../ids.ts'
import type { Review } from './review.ts'

/** The default parameters; what is drawn by lot would differ from device to device. */
const scheduler = fsrs({ request_retention: 0.9, enable_fuzz: false })

/** The schedule that follows from the reviews of one card. */
export interface CardSchedule {
  /** Milliseconds since 1970. */
  readonly due: number
  /** True while it is asked for again after minutes. */
  readonly isLearning: boolean
  /** Of the first review, in milliseconds since 1970. */
  readonly begun: number
  /** Days, as the scheduler has it. */
  readonly stability: number
}

/** The fields of a review on which a schedule depends. */
export type PastReview = Pick<Review, 'id' | 'grade' | 'createdAt' | 'isUnsent'>

/**
 * The schedule that reviews of one card add up to, in any order of their arrival; undefined without any.
 *
 * @param now milliseconds since 1970; a review that this device's clock dates later counts as now
 */
export function scheduleOf(reviews: readonly PastReview[], now: number): CardSchedule | undefined {
  let card = createEmptyCard(0)
  let begun: number | undefined
  for (const { grade, createdAt, isUnsent } of reviews.toSorted(byTime)) {
    const given = millisecondsOf(createdAt)
    const time = isUnsent ? Math.min(given, now) : given
    // If that puts it before the one ahead of it, both count as made at the same time.
    const at = Math.max(time, card.last_review?.getTime() ?? time)
    card = scheduler.next(card, at, grade).card
    begun ??= at
  }
  if (begun === undefined) return undefined
  const isLearning = card.state !== State.Review
  return { due: card.due.getTime(), isLearning, begun, stability: card.stability }
}

/** True for reviews whose schedule changes with the clock. */
export function isAheadOf(reviews: readonly PastReview[], now: number): boolean {
  return reviews.some(({ isUnsent, createdAt }) => isUnsent && millisecondsOf(createdAt) > now)
}

function byTime(one: PastReview, other: PastReview): number {
  return compare(one.createdAt, other.createdAt) || compare(one.id, other.id)
}
