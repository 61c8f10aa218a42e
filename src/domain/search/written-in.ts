import { instantFromMilliseconds, type Instant } from '../ids.ts'
import {
  addDays,
  dayOf,
  journalDay,
  parseJournalDay,
  partsOf,
  startOfDay,
  type JournalDay,
} from '../journal-day.ts'
import type { SearchWord } from './search-words.ts'
import { writtenDate } from './written-date.ts'

/** From the first instant on and before the second. */
export interface Period {
  readonly from: Instant
  readonly until: Instant
}

/** The years to look at, first and last, and the day that is today. */
export interface SearchedYears {
  readonly first: number
  readonly last: number
  readonly today: JournalDay
}

/** No journal is older; this bounds the months that the word "august" stands for. */
const firstYear = 2000

/**
 * Tells which times of writing a word stands for in the journal's time zone (D5); undefined for a word that is no date.
 *
 * @param now milliseconds since 1970
 */
export function writtenIn(
  word: SearchWord,
  now: number,
  timeZone: string,
): ((at: Instant) => boolean) | undefined {
  const weekday = writtenDate(word)?.weekday
  if (weekday !== undefined) return onWeekday(weekday, timeZone)
  const today = dayOf(now, timeZone)
  const years = { first: firstYear, last: partsOf(today).year + 1, today }
  const periods = periodsOf(word, years, timeZone)
  return periods.length === 0 ? undefined : (at) => periods.some((period) => isIn(period, at))
}

/** The times of writing that a word finds: days, months or years; none for a weekday, of which there are too many. */
export function periodsOf(
  word: SearchWord,
  years: SearchedYears,
  timeZone: string,
): readonly Period[] {
  const { year, month, dayOfMonth, daysAgo } = writtenDate(word) ?? {}
  if (daysAgo !== undefined) return [dayPeriod(addDays(years.today, -daysAgo), timeZone)]
  if (year !== undefined && (year < years.first || year > years.last)) return []
  if (month === undefined) return year === undefined ? [] : [periodOf(year, 1, 12, timeZone)]
  if (month < 1 || month > 12) return []
  const all = year === undefined ? range(years.first, years.last) : [year]
  if (dayOfMonth === undefined) return all.map((one) => periodOf(one, month, 1, timeZone))
  return all.flatMap((one) => {
    const day = journalDay(one, month, dayOfMonth)
    return day === undefined ? [] : [dayPeriod(day, timeZone)]
  })
}

/** Each day is computed once it has an entry: all Mondays of twenty years take 40 ms. */
function onWeekday(weekday: number, timeZone: string): (at: Instant) => boolean {
  const known = new Map<string, Period | undefined>()
  return (at) => {
    const date = at.slice(0, 10)
    if (!known.has(date)) known.set(date, weekdayNear(date, weekday, timeZone))
    const period = known.get(date)
    return period !== undefined && isIn(period, at)
  }
}

/** The day of this weekday that an instant of a date in UTC may be on. */
function weekdayNear(date: string, weekday: number, timeZone: string): Period | undefined {
  const middle = parseJournalDay(date)
  if (middle === undefined) return undefined
  const day = [-1, 0, 1]
    .map((count) => addDays(middle, count))
    .find((one) => new Date(one).getUTCDay() === weekday)
  return day && dayPeriod(day, timeZone)
}

function isIn({ from, until }: Period, at: Instant): boolean {
  return from <= at && at < until
}

function dayPeriod(day: JournalDay, timeZone: string): Period {
  return { from: startOf(day, timeZone), until: startOf(addDays(day, 1), timeZone) }
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** A number of months from one on. */
function periodOf(year: number, month: number, count: number, timeZone: string): Period {
  const first = year * 12 + month - 1
  return { from: beginning(first, timeZone), until: beginning(first + count, timeZone) }
}

/** The first moment of a month, counted from January of the year 0. */
function beginning(count: number, timeZone: string): Instant {
  const day = journalDay(Math.floor(count / 12), (count % 12) + 1, 1)
  if (day === undefined) throw new RangeError('no such month')
  return startOf(day, timeZone)
}

/** The starts of days, by time zone: each takes 13 µs, and a key asks for a thousand of them again. */
const starts = new Map<string, Map<JournalDay, Instant>>()

function startOf(day: JournalDay, timeZone: string): Instant {
  const known = starts.get(timeZone) ?? new Map<JournalDay, Instant>()
  starts.set(timeZone, known)
  const start = known.get(day) ?? instantFromMilliseconds(startOfDay(day, timeZone))
  known.set(day, start)
  return start
}
