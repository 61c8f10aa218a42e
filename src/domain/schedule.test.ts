import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantFromMilliseconds, millisecondsOf } from './ids.ts'
import { dayOf, journalDay, parseClockTime, startOfDay, type JournalDay } from './journal-day.ts'
import { instantOfSchedule, isOver, movedToZone, scheduleOf } from './schedule.ts'

const zone = fc.constantFrom('Europe/Berlin', 'America/Santiago', 'Asia/Kathmandu', 'Africa/Cairo')
const moment = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2040, 0, 1) / 60_000 })
  .map((minutes) => minutes * 60_000)
const clock = fc
  .constantFrom('', '00:00', '00:01', '12:30', '23:59')
  .map((text) => parseClockTime(text))

describe('the date of an idea', () => {
  it('is the midnight of its day in the time zone when it has no time', () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, at) => {
        const day = dayOf(at, timeZone)
        const stored = instantOfSchedule({ day, time: undefined }, timeZone)
        expect(millisecondsOf(stored)).toBe(startOfDay(day, timeZone))
        expect(scheduleOf(stored, timeZone)).toEqual({ day, time: undefined })
      }),
    )
  })

  it('is stored again as the same instant after it was read', () => {
    fc.assert(
      fc.property(zone, moment, clock, (timeZone, at, time) => {
        const stored = instantOfSchedule({ day: dayOf(at, timeZone), time }, timeZone)
        const read = scheduleOf(stored, timeZone)
        expect(read.time === undefined).toBe(time === undefined)
        expect(instantOfSchedule(read, timeZone)).toBe(stored)
      }),
    )
  })

  it('is over when its moment has come, or its day has ended', () => {
    const minutes = fc.integer({ min: -4000, max: 4000 })
    fc.assert(
      fc.property(zone, moment, clock, minutes, (timeZone, at, time, distance) => {
        const day = dayOf(at, timeZone)
        const stored = instantOfSchedule({ day, time }, timeZone)
        const now = millisecondsOf(stored) + distance * 60_000
        const isDayOnly = scheduleOf(stored, timeZone).time === undefined
        const expected = isDayOnly ? dayOf(now, timeZone) > day : distance >= 0
        expect(isOver(stored, now, timeZone)).toBe(expected)
      }),
    )
  })

  it('keeps 00:00 as a time, one second after midnight', () => {
    const newYearsEve = journalDay(2026, 12, 31) as JournalDay
    const schedule = { day: newYearsEve, time: parseClockTime('00:00') }
    const stored = instantOfSchedule(schedule, 'Europe/Berlin')
    expect(stored).toBe(instantFromMilliseconds(Date.UTC(2026, 11, 30, 23, 0, 1)))
    expect(scheduleOf(stored, 'Europe/Berlin')).toEqual(schedule)
    const summer = instantFromMilliseconds(Date.UTC(2025, 7, 16, 22, 0, 1))
    expect(scheduleOf(summer, 'Europe/Berlin').time).toBe('00:00')
  })

  it('keeps the first time of a day without midnight as a time', () => {
    const clocksGoForward = journalDay(2024, 9, 8) as JournalDay
    for (const time of ['00:00', '01:00']) {
      const schedule = { day: clocksGoForward, time: parseClockTime(time) }
      const stored = instantOfSchedule(schedule, 'America/Santiago')
      expect(scheduleOf(stored, 'America/Santiago').time).toBe('01:00')
    }
  })

  it('stays its day without a time, and its moment with one, in any time zone and back', () => {
    fc.assert(
      fc.property(zone, zone, moment, clock, (from, to, at, time) => {
        const stored = instantOfSchedule({ day: dayOf(at, from), time }, from)
        const moved = movedToZone(stored, from, to)
        const { day, time: movedTime } = scheduleOf(moved, to)
        const isSame =
          time === undefined
            ? day === dayOf(at, from) && movedTime === undefined
            : [0, 1000].includes(millisecondsOf(moved) - millisecondsOf(stored)) &&
              movedTime !== undefined
        expect(isSame).toBe(true)
        const back = movedToZone(moved, to, from)
        expect(scheduleOf(back, from)).toEqual(scheduleOf(stored, from))
      }),
    )
  })

  it('stays a time where its moment is a midnight in the other time zone', () => {
    const stored = instantFromMilliseconds(Date.UTC(2026, 6, 1, 15))
    const moved = movedToZone(stored, 'Europe/Berlin', 'Asia/Tokyo')
    expect(moved).toBe(instantFromMilliseconds(Date.UTC(2026, 6, 1, 15, 0, 1)))
    const back = scheduleOf(movedToZone(moved, 'Asia/Tokyo', 'Europe/Berlin'), 'Europe/Berlin')
    expect(back).toEqual({ day: '2026-07-01', time: '17:00' })
  })

  it('stays in the range that the database takes', () => {
    const first = instantFromMilliseconds(Date.UTC(1900, 0, 1))
    expect(movedToZone(first, 'UTC', 'Asia/Tokyo')).toBe(first)
  })
})
