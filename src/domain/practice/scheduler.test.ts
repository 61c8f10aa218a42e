import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantFromMilliseconds, type ReviewId } from '../ids.ts'
import { again, good, grades, type Grade } from './grade.ts'
import { isAheadOf, scheduleOf, type PastReview } from './scheduler.ts'

const day = 86_400_000
const start = Date.parse('2022-12-29T12:30:00Z')
const later = Date.parse('2032-01-01T00:00:00Z')

const reviewAt = (time: number, grade: Grade, id = String(time)): PastReview => ({
  id: id as ReviewId,
  grade,
  createdAt: instantFromMilliseconds(time),
})

/** Each answer is given when the one before makes the card due. */
function intervals(given: readonly Grade[]): readonly number[] {
  const reviews: PastReview[] = []
  let now = start
  return given.map((grade, index) => {
    reviews.push(reviewAt(now, grade, String(index)))
    const due = scheduleOf(reviews, later)?.due ?? 0
    const days = Math.floor((due - now) / day)
    now = due
    return days
  })
}

describe('the schedule', () => {
  it("follows ts-fsrs's published intervals for default parameters", () => {
    const five = Array.from({ length: 5 }, (): Grade => good)
    const days = [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]
    expect(intervals([good, ...five, again, again, ...five])).toEqual(days)
  })

  it("has ts-fsrs's published memory state for default parameters", () => {
    const waits = [0, 0, 1, 3, 8, 21]
    let time = start
    const reviews = waits.map((wait, index) => {
      time += wait * day
      return reviewAt(time, index === 0 ? again : good, String(index))
    })
    expect(scheduleOf(reviews, later)?.stability).toBeCloseTo(53.62691, 4)
  })

  it('of no review is none, and that of a first right answer asks again in ten minutes', () => {
    expect(scheduleOf([], later)).toBeUndefined()
    expect(scheduleOf([reviewAt(start, good)], later)).toMatchObject({
      due: start + 600_000,
      isLearning: true,
      begun: start,
    })
  })

  it('is the same in any order of arrival, on two devices and with any clocks', () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom(...grades))
    const orders = fc.array(row, { minLength: 1, maxLength: 30 }).chain((rows) => {
      const reviews = rows.map(([time, grade], index) =>
        reviewAt(start + (time * day) / 4, grade, String(index)),
      )
      const whole = { minLength: reviews.length, maxLength: reviews.length }
      return fc.tuple(fc.constant(reviews), fc.shuffledSubarray(reviews, whole))
    })
    const anyTime = fc.integer({ min: start - 1000 * day, max: later })
    fc.assert(
      fc.property(orders, anyTime, ([reviews, shuffled], now) => {
        expect(scheduleOf(shuffled, now)).toEqual(scheduleOf(reviews, later))
      }),
    )
  })

  it('of a review in the future counts it as now until the server has answered', () => {
    const future = reviewAt(later, good)
    const unsent = { ...future, isUnsent: true } as const
    expect(scheduleOf([unsent], start)).toEqual(scheduleOf([reviewAt(start, good)], start))
    expect(scheduleOf([future], start)?.begun).toBe(later)
    expect([isAheadOf([unsent], start), isAheadOf([future], start)]).toEqual([true, false])
    expect(isAheadOf([unsent], later)).toBe(false)
  })
})
