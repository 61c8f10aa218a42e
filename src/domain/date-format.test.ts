import { describe, expect, it } from 'vitest'
import {
  formatDay,
  formatDayHeading,
  formatDayNear,
  formatInstant,
  formatInstantDay,
  formatSchedule,
  formatWritten,
  writtenTime,
} from './date-format.ts'
import { instantFromMilliseconds } from './ids.ts'
import { parseJournalDay, type JournalDay } from './journal-day.ts'

const day = (text: string) => parseJournalDay(text) as JournalDay
const berlin = 'Europe/Berlin'

describe('a date', () => {
  it.each([
    ['2025-08-17', '17. August 2025'],
    ['2026-03-01', '1. März 2026'],
  ])('%s is shown as %s', (text, shown) => {
    expect(formatDay(day(text))).toBe(shown)
  })

  it.each([
    ['2025-08-17', 'heute'],
    ['2025-08-16', 'gestern'],
    ['2025-08-15', '15. August 2025'],
    ['2025-08-18', '18. August 2025'],
  ])('%s is called %s on 17 August 2025', (text, shown) => {
    expect(formatDayNear(day(text), day('2025-08-17'))).toBe(shown)
  })

  it.each([
    ['2026-06-12', 'Heute'],
    ['2026-06-11', 'Gestern'],
    ['2026-06-10', 'Mittwoch, 10. Juni 2026'],
    ['2024-06-12', 'Mittwoch, 12. Juni 2024'],
  ])('above the entries of a day names its weekday: %s', (text, shown) => {
    expect(formatDayHeading(day(text), day('2026-06-12'))).toBe(shown)
  })

  it('follows the time zone of the journal', () => {
    const instant = instantFromMilliseconds(Date.UTC(2025, 7, 16, 22, 5))
    const now = Date.UTC(2025, 7, 17, 12)
    expect(formatInstant(instant, now, berlin)).toBe('heute, 00:05 Uhr')
    expect(formatInstantDay(instant, now, 'UTC')).toBe('gestern')
  })
})

describe('when an entry was written', () => {
  const written = (createdAt: string, now: string, zone = berlin) =>
    formatWritten(instantFromMilliseconds(Date.parse(createdAt)), Date.parse(now), zone)

  it.each([
    ['2026-06-12T14:32:59+02:00', 'heute, 14:32 Uhr'],
    ['2026-06-12T00:00:00+02:00', 'heute, 00:00 Uhr'],
    ['2026-06-11T23:59:59+02:00', 'gestern, 23:59 Uhr'],
    ['2026-06-11T00:00:00+02:00', 'gestern, 00:00 Uhr'],
    ['2026-06-10T23:59:59+02:00', '10. Juni 2026'],
    ['2025-06-12T14:32:00+02:00', '12. Juni 2025'],
  ])('%s has a time only if it is today or yesterday', (createdAt, shown) => {
    expect(written(createdAt, '2026-06-12T17:30:00+02:00')).toBe(shown)
  })

  it('changes at midnight in the zone of the journal', () => {
    const createdAt = '2026-06-12T14:32:00+02:00'
    expect(written(createdAt, '2026-06-12T23:59:59+02:00')).toBe('heute, 14:32 Uhr')
    expect(written(createdAt, '2026-06-13T00:00:00+02:00')).toBe('gestern, 14:32 Uhr')
    expect(written(createdAt, '2026-06-14T00:00:00+02:00')).toBe('12. Juni 2026')
    const inNewYork = written(createdAt, '2026-06-13T00:00:00+02:00', 'America/New_York')
    expect(inNewYork).toBe('heute, 08:32 Uhr')
  })

  it('follows the clock on the wall over its changes', () => {
    // The night of 25 October 2026 has the hour from two to three twice, that of 29 March 2026 lacks it.
    expect(written('2026-10-25T00:30:00Z', '2026-10-25T11:00:00Z')).toBe('heute, 02:30 Uhr')
    expect(written('2026-10-25T01:30:00Z', '2026-10-25T11:00:00Z')).toBe('heute, 02:30 Uhr')
    expect(written('2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z')).toBe('heute, 00:00 Uhr')
    expect(written('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z')).toBe('gestern, 00:00 Uhr')
    expect(written('2026-03-28T22:59:00Z', '2026-03-29T21:59:00Z')).toBe('gestern, 23:59 Uhr')
    expect(written('2026-03-29T01:00:00Z', '2026-03-29T12:00:00Z')).toBe('heute, 03:00 Uhr')
  })

  it('is never later than now', () => {
    expect(written('2027-01-01T12:00:00Z', '2026-06-12T17:30:00+02:00')).toBe('heute, 17:30 Uhr')
  })

  it('has the time apart from the day, which alone a search finds', () => {
    const now = Date.parse('2026-06-12T17:30:00+02:00')
    const time = writtenTime(instantFromMilliseconds(now), now, berlin)
    expect(time).toEqual({ day: 'heute', clock: '17:30 Uhr' })
  })
})

describe('the date of an idea', () => {
  it.each([
    [Date.UTC(2025, 7, 16, 22), '17. August 2025'],
    [Date.UTC(2025, 7, 16, 22, 0, 1), '17. August 2025, 00:00 Uhr'],
    [Date.UTC(2025, 7, 17, 7, 5), '17. August 2025, 09:05 Uhr'],
  ])('%i shows a time unless it is midnight to the second', (milliseconds, shown) => {
    expect(formatSchedule(instantFromMilliseconds(milliseconds), berlin)).toBe(shown)
  })

  it('has no time where midnight is skipped', () => {
    const firstMoment = instantFromMilliseconds(Date.UTC(2024, 8, 8, 4))
    expect(formatSchedule(firstMoment, 'America/Santiago')).toBe('8. September 2024')
  })
})

describe('a time after now, of a server whose clock was wrong', () => {
  const now = Date.UTC(2026, 10, 28, 9)

  it('is shown as now', () => {
    const later = instantFromMilliseconds(now + 3 * 86_400_000)
    expect(formatInstant(later, now, berlin)).toBe('heute, 10:00 Uhr')
    expect(formatInstantDay(later, now, berlin)).toBe('heute')
  })

  it('is shown as it is where only the last minute of the screen is older', () => {
    const soon = instantFromMilliseconds(now + 60_000)
    expect(formatInstant(soon, now, berlin)).toBe('heute, 10:01 Uhr')
  })
})
