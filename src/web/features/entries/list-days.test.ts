import { expect, it } from 'vitest'
import type { JournalDay } from '../../../domain/journal-day.ts'
import { listedOf } from '../../replica/memory/entry-order.ts'
import { entryOn, idOf } from '../../replica/memory/test-journal.ts'
import { firstOfDay } from './list-days.ts'

const timeZone = 'Europe/Berlin'
/** 20 January 2026, noon. */
const now = Date.UTC(2026, 0, 20, 11)
const day = (text: string) => text as JournalDay
/** Of 2 January, two of 5 January and one of 11 January; the last but one at midnight in Berlin. */
const entries = [10, 4.5, 3 + 23 / 24, 1].map((after, index) =>
  listedOf({ ...entryOn(after), id: idOf(index) }),
)

const placeOf = (text: string, others: object = {}) =>
  entries.findIndex(({ id }) => id === firstOfDay(entries, day(text), { now, timeZone, ...others }))

it.each([
  ['2026-01-11', 0],
  ['2026-01-05', 1],
  ['2026-01-02', 3],
])('%s has a heading', (text, place) => {
  expect(placeOf(text)).toBe(place)
})

it.each([
  ['2026-01-10', 1],
  ['2026-01-04', 3],
  ['2026-01-19', 0],
  ['2026-01-20', 0],
  ['9999-12-31', 0],
  ['2026-01-01', 3],
  ['0001-01-01', 3],
])('%s without entries leads to the nearest older heading, or to the oldest', (text, place) => {
  expect(placeOf(text)).toBe(place)
})

it('today leads to what a wrong clock dated later', () => {
  expect(placeOf('2026-01-08', { now: Date.UTC(2026, 0, 8) })).toBe(0)
})

it('an empty list has none', () => {
  expect(firstOfDay([], day('2026-01-01'), { now, timeZone })).toBeUndefined()
})
