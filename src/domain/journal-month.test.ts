import { expect, it } from 'vitest'
import type { JournalDay } from './journal-day.ts'
import {
  addMonths,
  dayIn,
  formatMonth,
  formatMonthName,
  monthOf,
  partsOfMonth,
  type JournalMonth,
} from './journal-month.ts'

const month = (text: string) => text as JournalMonth

it('a day knows its month', () => {
  expect(monthOf('2026-06-12' as JournalDay)).toBe('2026-06')
  expect(partsOfMonth(month('2026-06'))).toEqual({ year: 2026, month: 6 })
})

it.each([
  ['2026-06', 1, '2026-07'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
  ['2026-06', -12, '2025-06'],
  ['0001-01', -1, '0001-01'],
  ['9999-12', 5, '9999-12'],
])('%s and %i months are %s', (from, count, to) => {
  expect(addMonths(month(from), count)).toBe(to)
})

it('a month without a day of that number has its last one', () => {
  expect([1, 28, 31].map((day) => dayIn(month('2026-02'), day))).toEqual([
    '2026-02-01',
    '2026-02-28',
    '2026-02-28',
  ])
  expect(dayIn(month('2024-02'), 30)).toBe('2024-02-29')
})

it('months have German names', () => {
  expect(formatMonth(month('2026-06'))).toBe('Juni 2026')
  expect(formatMonth(month('2026-03'))).toBe('März 2026')
  expect(formatMonthName(month('2026-05'))).toBe('Mai')
})
