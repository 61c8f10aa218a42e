import { millisecondsOf, type Instant } from './ids.ts'
import {
  clockOf,
  dayOf,
  daysBetween,
  partsOf,
  type ClockTime,
  type JournalDay,
} from './journal-day.ts'
import { scheduleOf } from './schedule.ts'

/** The calendar's own fields are formatted, so the zone given here shifts nothing. */
const longDate = new Intl.DateTimeFormat('de', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** "d. MMMM yyyy" in German, e.g. `17. August 2025` (docs/behaviour/everywhere.md). */
export function formatDay(day: JournalDay): string {
  const { year, month, dayOfMonth } = partsOf(day)
  return longDate.format(Date.UTC(year, month - 1, dayOfMonth))
}

/** The long date of the day of an instant in the journal's time zone (D5). */
export function formatDayOf(instant: Instant, timeZone: string): string {
  return formatDay(dayOf(millisecondsOf(instant), timeZone))
}

/** `heute` and `gestern` for these two only, else the long date (docs/behaviour/everywhere.md). */
export function formatDayNear(day: JournalDay, today: JournalDay): string {
  const ago = daysBetween(day, today)
  if (ago === 0) return 'heute'
  return ago === 1 ? 'gestern' : formatDay(day)
}

const weekday = new Intl.DateTimeFormat('de', { weekday: 'long', timeZone: 'UTC' })

/** The heading above the entries of a day: `Heute`, `Gestern`, `Freitag, 12. Juni 2026`. */
export function formatDayHeading(day: JournalDay, today: JournalDay): string {
  const ago = daysBetween(day, today)
  if (ago === 0) return 'Heute'
  if (ago === 1) return 'Gestern'
  const { year, month, dayOfMonth } = partsOf(day)
  return `${weekday.format(Date.UTC(year, month - 1, dayOfMonth))}, ${formatDay(day)}`
}

/** "HH:mm Uhr", e.g. `09:05 Uhr` (docs/behaviour/everywhere.md). */
export function formatClock(time: ClockTime): string {
  return `${time} Uhr`
}

/** A smaller difference is a clock's inaccuracy or the screen's last minute. */
const minute = 60_000

/**
 * The instant as a screen shows it, in milliseconds since 1970: never later than now. A row may be dated later by a
 * server whose clock was wrong.
 */
export function shownTime(instant: Instant, now: number): number {
  const time = millisecondsOf(instant)
  return time > now + minute ? now : time
}

/** The day of an instant in the journal's time zone: `heute`, `gestern` or the long date (D5). */
export function formatInstantDay(instant: Instant, now: number, timeZone: string): string {
  return formatDayNear(dayOf(shownTime(instant, now), timeZone), dayOf(now, timeZone))
}

/** When an entry was written, as its card says it. */
export interface WrittenTime {
  /** `heute`, `gestern` or the long date. */
  readonly day: string
  /** `14:32 Uhr`, of today and yesterday alone. */
  readonly clock: string | undefined
}

/** The day of an entry in the journal's time zone, and the time if it is today or yesterday (D5); `now` in milliseconds since 1970. */
export function writtenTime(createdAt: Instant, now: number, timeZone: string): WrittenTime {
  const time = shownTime(createdAt, now)
  const [day, today] = [dayOf(time, timeZone), dayOf(now, timeZone)]
  const isNear = [0, 1].includes(daysBetween(day, today))
  return {
    day: formatDayNear(day, today),
    clock: isNear ? formatClock(clockOf(time, timeZone)) : undefined,
  }
}

/** The same in one text: `heute, 14:32 Uhr`, `17. August 2025`. */
export function formatWritten(createdAt: Instant, now: number, timeZone: string): string {
  const { day, clock } = writtenTime(createdAt, now, timeZone)
  return clock === undefined ? day : `${day}, ${clock}`
}

/** Day and time of an instant, e.g. `gestern, 18:30 Uhr`; `now` in milliseconds since 1970. */
export function formatInstant(instant: Instant, now: number, timeZone: string): string {
  const time = formatClock(clockOf(shownTime(instant, now), timeZone))
  return `${formatInstantDay(instant, now, timeZone)}, ${time}`
}

/** An idea's date in words; a date alone has no time to show (D14). */
export function formatSchedule(scheduledDate: Instant, timeZone: string): string {
  const { day, time } = scheduleOf(scheduledDate, timeZone)
  return time === undefined ? formatDay(day) : `${formatDay(day)}, ${formatClock(time)}`
}
