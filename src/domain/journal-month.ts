import type { Branded } from './ids.ts'
import { journalDay, partsOf, type JournalDay } from './journal-day.ts'

/** A calendar month `YYYY-MM`; string order is time order. */
export type JournalMonth = Branded<'JournalMonth'>

export function monthOf(day: JournalDay): JournalMonth {
  return day.slice(0, 7) as JournalMonth
}

/** Year, and month 1–12. */
export function partsOfMonth(month: JournalMonth) {
  return { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) }
}

/** The month `count` months later (earlier for a negative count), in the years 1 to 9999. */
export function addMonths(month: JournalMonth, count: number): JournalMonth {
  const parts = partsOfMonth(month)
  const index = Math.min(Math.max(parts.year * 12 + parts.month - 1 + count, 12), 9999 * 12 + 11)
  const year = String(Math.floor(index / 12)).padStart(4, '0')
  return `${year}-${String((index % 12) + 1).padStart(2, '0')}` as JournalMonth
}

/** The day of a month with a number, or the month's last day where it has none with it. */
export function dayIn(month: JournalMonth, dayOfMonth: number): JournalDay {
  const parts = partsOfMonth(month)
  const day = journalDay(parts.year, parts.month, dayOfMonth)
  if (day !== undefined) return day
  if (dayOfMonth <= 1) throw new RangeError('a month of the years 1 to 9999 has a first day')
  return dayIn(month, Math.min(dayOfMonth - 1, 31))
}

const monthName = new Intl.DateTimeFormat('de', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const nameAlone = new Intl.DateTimeFormat('de', { month: 'long', timeZone: 'UTC' })

/** "Juni 2026". */
export function formatMonth(month: JournalMonth): string {
  return monthName.format(startOf(month))
}

/** "Mai", "Juni". */
export function formatMonthName(month: JournalMonth): string {
  return nameAlone.format(startOf(month))
}

function startOf(month: JournalMonth): number {
  const { year, month: ofYear } = partsOf(dayIn(month, 1))
  return new Date(0).setUTCFullYear(year, ofYear - 1, 1)
}
