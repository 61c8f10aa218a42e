import { instantFromMilliseconds, millisecondsOf, type Instant } from './ids.ts'
import {
  addDays,
  clockOf,
  dayOf,
  instantOf,
  startOfDay,
  type ClockTime,
  type JournalDay,
} from './journal-day.ts'

const second = 1000
const longerThanAnyDay = 48 * 3_600_000

/** When an idea is planned: a day, and a time unless only the day matters (D14). */
export interface Schedule {
  readonly day: JournalDay
  readonly time: ClockTime | undefined
}

/**
 * The instant stored as `scheduled_date`; without a time the day's first moment in `timeZone`. A time
 * that is this moment, 00:00 as a rule, is stored a second later, so that it stays a time (D14).
 */
export function instantOfSchedule({ day, time }: Schedule, timeZone: string): Instant {
  const midnight = startOfDay(day, timeZone)
  if (time === undefined) return instantFromMilliseconds(midnight)
  const at = instantOf(day, time, timeZone)
  return instantFromMilliseconds(at === midnight ? midnight + second : at)
}

/** Day and time of a stored `scheduled_date`; the day's first moment reads as "no time" (D14). */
export function scheduleOf(scheduledDate: Instant, timeZone: string): Schedule {
  const at = millisecondsOf(scheduledDate)
  const day = dayOf(at, timeZone)
  const isDayOnly = at === startOfDay(day, timeZone)
  return { day, time: isDayOnly ? undefined : clockOf(at, timeZone) }
}

/** The days that the database takes for an idea. */
export function isPlannable(scheduledDate: Instant): boolean {
  return scheduledDate >= '1900' && scheduledDate < '9999'
}

/**
 * A date in another time zone: a day without a time stays that day, a time stays its instant, or gets a
 * second where it would read as a day without a time (D14). The database moves its rows by the same rule.
 */
export function movedToZone(scheduledDate: Instant, from: string, to: string): Instant {
  const schedule = scheduleOf(scheduledDate, from)
  if (schedule.time === undefined) {
    const moved = instantOfSchedule(schedule, to)
    return isPlannable(moved) ? moved : scheduledDate
  }
  const staysTime = scheduleOf(scheduledDate, to).time !== undefined
  return staysTime ? scheduledDate : instantFromMilliseconds(millisecondsOf(scheduledDate) + second)
}

/**
 * True once an idea is "Vergangen" at `now` (milliseconds since 1970): one with a time when its
 * moment has come, one without when its day in `timeZone` has ended (D14).
 */
export function isOver(scheduledDate: Instant, now: number, timeZone: string): boolean {
  const at = millisecondsOf(scheduledDate)
  if (now < at) return false
  // Only the day in between needs the zone, and asking for it costs; no day lasts 48 hours.
  if (now - at >= longerThanAnyDay) return true
  const { day, time } = scheduleOf(scheduledDate, timeZone)
  return time !== undefined || now >= startOfDay(addDays(day, 1), timeZone)
}
