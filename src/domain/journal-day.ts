import { tzOffset } from '@date-fns/tz'
import * as v from 'valibot'
import type { Branded } from './ids.ts'
import { readBy } from './parse.ts'

/** A calendar day `YYYY-MM-DD` as both partners see it, in the journal's time zone (D5). */
export type JournalDay = Branded<'JournalDay'>
/** A time on the clock, `HH:mm`, 00:00 to 23:59. */
export type ClockTime = Branded<'ClockTime'>

const minute = 60_000
const day = 86_400_000
const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/
const clockPattern = /^(?:[01]\d|2[0-3]):[0-5]\d$/

/** Reads `YYYY-MM-DD`; undefined for another form or a day no calendar has (30 February). */
export function parseJournalDay(text: string): JournalDay | undefined {
  const match = dayPattern.exec(text)
  if (match === null) return undefined
  return journalDay(Number(match[1]), Number(match[2]), Number(match[3]))
}

/** The day of a year, a month 1–12 and a day of the month; undefined when there is no such day. */
export function journalDay(
  year: number,
  month: number,
  dayOfMonth: number,
): JournalDay | undefined {
  if (!(Number.isInteger(year) && year >= 1 && year <= 9999)) return undefined
  const date = new Date(wallClock(year, month, dayOfMonth))
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth
  return exists ? formatDay(date) : undefined
}

/** Reads `HH:mm`; undefined for anything else. */
export function parseClockTime(text: string): ClockTime | undefined {
  return clockPattern.test(text) ? (text as ClockTime) : undefined
}

/** Admits `YYYY-MM-DD` of a day that exists. */
export const journalDaySchema = v.pipe(
  v.string('must be text'),
  readBy(parseJournalDay, 'must be a day that exists, written YYYY-MM-DD'),
)

/** True for an IANA name this runtime knows. Bare offsets are refused: PostgreSQL reads them reversed. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

/** The day on which milliseconds since 1970 fall in `timeZone` (D5). */
export function dayOf(milliseconds: number, timeZone: string): JournalDay {
  return formatDay(wallDate(milliseconds, timeZone))
}

/** The clock's hour, 0–23, at milliseconds since 1970 in `timeZone`. */
export function hourOf(milliseconds: number, timeZone: string): number {
  return wallDate(milliseconds, timeZone).getUTCHours()
}

/** The clock's time `HH:mm` at milliseconds since 1970 in `timeZone`. */
export function clockOf(milliseconds: number, timeZone: string): ClockTime {
  const date = wallDate(milliseconds, timeZone)
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}` as ClockTime
}

/**
 * Milliseconds since 1970 at which `journalDayValue` begins in `timeZone`; where midnight is
 * skipped by a clock change, the first moment after the gap.
 */
export function startOfDay(journalDayValue: JournalDay, timeZone: string): number {
  return instantOf(journalDayValue, '00:00' as ClockTime, timeZone)
}

/**
 * Milliseconds since 1970 of a clock time on a day in `timeZone`. A time that a clock change skips
 * moves forward by the length of the gap (also a whole skipped day); of two the earlier is taken (D5).
 */
export function instantOf(journalDayValue: JournalDay, clock: ClockTime, timeZone: string): number {
  const { year, month, dayOfMonth } = partsOf(journalDayValue)
  const [hours, minutes] = clock.split(':').map(Number) as [number, number]
  const wall = wallClock(year, month, dayOfMonth) + (hours * 60 + minutes) * minute
  // Offsets reach from -12 h to +14 h, so a day on either side is surely before and after the moment.
  const before = wall - offsetAt(wall - day, timeZone)
  const after = wall - offsetAt(wall + day, timeZone)
  const fitting = [before, after].filter((at) => at + offsetAt(at, timeZone) === wall)
  return fitting.length === 0 ? before : Math.min(...fitting)
}

/** The day `count` days later (earlier for a negative count), by the calendar. */
export function addDays(journalDayValue: JournalDay, count: number): JournalDay {
  return formatDay(new Date(dayNumber(journalDayValue) * day + count * day))
}

/** Whole days from one day to another: 1 from yesterday to today, negative backwards. */
export function daysBetween(from: JournalDay, to: JournalDay): number {
  return dayNumber(to) - dayNumber(from)
}

/** Year, month 1–12 and day of the month. */
export function partsOf(journalDayValue: JournalDay) {
  const [year, month, dayOfMonth] = journalDayValue.split('-').map(Number) as [
    number,
    number,
    number,
  ]
  return { year, month, dayOfMonth }
}

/** Days since 1970-01-01 by the calendar, which knows no time zones. */
function dayNumber(journalDayValue: JournalDay): number {
  const { year, month, dayOfMonth } = partsOf(journalDayValue)
  return wallClock(year, month, dayOfMonth) / day
}

/** Milliseconds from 1970-01-01 00:00 to a day's 00:00 if no zone ever changed its clocks. */
function wallClock(year: number, month: number, dayOfMonth: number): number {
  const date = new Date(0)
  // Not Date.UTC, which takes the years 0 to 99 for 1900 to 1999.
  return date.setUTCFullYear(year, month - 1, dayOfMonth)
}

/** A `Date` whose UTC fields are the fields of the clock on the wall in `timeZone`. */
function wallDate(milliseconds: number, timeZone: string): Date {
  return new Date(milliseconds + offsetAt(milliseconds, timeZone))
}

/** Milliseconds by which clocks in `timeZone` are ahead of UTC. */
function offsetAt(milliseconds: number, timeZone: string): number {
  const minutes = tzOffset(timeZone, new Date(milliseconds))
  if (Number.isNaN(minutes)) throw new RangeError('unknown time zone or time')
  return Math.round(minutes * minute)
}

function formatDay(date: Date): JournalDay {
  const year = String(date.getUTCFullYear()).padStart(4, '0')
  return `${year}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}` as JournalDay
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0')
}
