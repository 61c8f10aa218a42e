import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  clockOf,
  dayOf,
  daysBetween,
  hourOf,
  instantOf,
  isTimeZone,
  journalDay,
  parseClockTime,
  parseJournalDay,
  partsOf,
  startOfDay,
  type ClockTime,
  type JournalDay,
} from './journal-day.ts'

const zones = `
  UTC Europe/Berlin Europe/Zagreb Europe/Lisbon Asia/Kolkata Asia/Kathmandu Australia/Lord_Howe
  Australia/Adelaide Pacific/Chatham Pacific/Apia Pacific/Kiritimati Pacific/Marquesas
  America/Santiago America/Havana America/Asuncion America/Nuuk Africa/Cairo Africa/Casablanca
  Asia/Beirut Asia/Tehran Atlantic/Azores Antarctica/Troll`
const zone = fc.constantFrom(...zones.trim().split(/\s+/))
const moment = fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2045, 0, 1) })
const anyDay = moment.map((at) => dayOf(at, 'UTC'))
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':') as ClockTime)

const dayText = (text: string) => parseJournalDay(text) as JournalDay

describe('a day', () => {
  it.each([
    '2025-02-29',
    '2025-13-01',
    '2025-00-10',
    '2025-1-1',
    '25-01-01',
    '2025-06-31',
    '',
    '0000-01-01',
  ])('is not read from %j', (text) => {
    expect(parseJournalDay(text)).toBeUndefined()
  })

  it.each(['2024-02-29', '1997-08-14', '0050-03-01'])('is read from %j', (text) => {
    expect(parseJournalDay(text)).toBe(text)
    const { year, month, dayOfMonth } = partsOf(dayText(text))
    expect(journalDay(year, month, dayOfMonth)).toBe(text)
  })

  it('follows the calendar when days are added', () => {
    expect(addDays(dayText('2024-02-28'), 1)).toBe('2024-02-29')
    expect(addDays(dayText('2025-12-31'), 1)).toBe('2026-01-01')
    expect(daysBetween(dayText('2025-08-17'), dayText('2026-08-17'))).toBe(365)
  })

  it('is as far away as was added', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count)
        expect(addDays(addDays(day, count), -count)).toBe(day)
      }),
    )
  })
})

describe('a clock time', () => {
  it.each(['24:00', '9:00', '12:60', '12:00:00', ''])('is not read from %j', (text) => {
    expect(parseClockTime(text)).toBeUndefined()
  })
})

describe('a time zone', () => {
  it.each(['Europe/Berlin', 'UTC'])('may be %s', (name) => {
    expect(isTimeZone(name)).toBe(true)
  })
  it.each(['Europe/Entenhausen', '+02:00', ''])('may not be %j', (name) => {
    expect(isTimeZone(name)).toBe(false)
  })
})

describe('the moment of a clock time', () => {
  it.each([
    ['2025-08-17 14:30', 'Europe/Berlin', '2025-08-17T12:30', 'in summer'],
    ['2025-12-24 18:00', 'Europe/Berlin', '2025-12-24T17:00', 'in winter'],
    ['2025-03-30 02:30', 'Europe/Berlin', '2025-03-30T01:30', 'moves over the gap to 03:30'],
    ['2025-10-26 02:30', 'Europe/Berlin', '2025-10-26T00:30', 'is the earlier of two'],
    ['2024-09-08 00:00', 'America/Santiago', '2024-09-08T04:00', 'moves over a midnight gap'],
    ['2024-04-26 00:00', 'Africa/Cairo', '2024-04-25T22:00', 'moves over a midnight gap'],
    ['2024-03-31 00:30', 'Asia/Beirut', '2024-03-30T22:30', 'moves over a midnight gap'],
    ['2024-11-03 00:30', 'America/Havana', '2024-11-03T04:30', 'is the earlier of two'],
    ['2024-10-06 02:15', 'Australia/Lord_Howe', '2024-10-05T15:45', 'moves over half an hour'],
    ['2011-12-30 12:00', 'Pacific/Apia', '2011-12-30T22:00', 'moves over the skipped day'],
    ['2025-06-01 00:00', 'Asia/Kathmandu', '2025-05-31T18:15', 'keeps quarter hours'],
  ])('%s in %s is %s: %s', (shown, timeZone, expected, _why) => {
    const [day = '', time] = shown.split(' ')
    const found = instantOf(dayText(day), time as ClockTime, timeZone)
    expect(new Date(found).toISOString()).toBe(`${expected}:00.000Z`)
  })

  it('reads back as the same day and time wherever clocks do not jump over it', () => {
    fc.assert(
      fc.property(zone, anyDay, clock, (timeZone, day, time) => {
        const moment = instantOf(day, time, timeZone)
        const shown = `${dayOf(moment, timeZone)} ${clockOf(moment, timeZone)}`
        const before = moment - 3_600_000
        const shownBefore = `${dayOf(before, timeZone)} ${clockOf(before, timeZone)}`
        // In a gap it reads later, never earlier, and an hour before it is before the gap.
        expect(shown >= `${day} ${time}`).toBe(true)
        expect(shown === `${day} ${time}` || shownBefore < `${day} ${time}`).toBe(true)
      }),
    )
  })

  it('is never the later of two', () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, milliseconds) => {
        const minutes = milliseconds - (milliseconds % 60_000)
        const again = instantOf(dayOf(minutes, timeZone), clockOf(minutes, timeZone), timeZone)
        expect(again).toBeLessThanOrEqual(minutes)
      }),
    )
  })
})

describe('the bounds of a day', () => {
  it('enclose every moment of the day, in every zone', () => {
    fc.assert(
      fc.property(zone, moment, (timeZone, milliseconds) => {
        const day = dayOf(milliseconds, timeZone)
        const start = startOfDay(day, timeZone)
        expect(dayOf(start, timeZone)).toBe(day)
        expect(dayOf(start - 1, timeZone)).toBe(addDays(day, -1))
        expect(start).toBeLessThanOrEqual(milliseconds)
        expect(startOfDay(addDays(day, 1), timeZone)).toBeGreaterThan(milliseconds)
      }),
    )
  })

  it.each([
    ['2024-09-07', 'America/Santiago'],
    ['2024-04-06', 'America/Santiago'],
    ['2024-04-25', 'Africa/Cairo'],
    ['2024-10-31', 'Africa/Cairo'],
    ['2024-03-30', 'Asia/Beirut'],
    ['2025-03-29', 'Europe/Berlin'],
  ])('meet without a hole around %s in %s', (text, timeZone) => {
    for (const day of [dayText(text), addDays(dayText(text), 1)]) {
      const end = startOfDay(addDays(day, 1), timeZone)
      expect(dayOf(end - 1, timeZone)).toBe(day)
      expect(dayOf(end, timeZone)).toBe(addDays(day, 1))
    }
  })

  it('let a skipped day start together with the one after it', () => {
    const eve = Date.UTC(2011, 11, 30, 9)
    expect(dayOf(eve, 'Pacific/Apia')).toBe('2011-12-29')
    const skipped = startOfDay(dayText('2011-12-30'), 'Pacific/Apia')
    expect(skipped).toBe(startOfDay(dayText('2011-12-31'), 'Pacific/Apia'))
    expect(dayOf(skipped, 'Pacific/Apia')).toBe('2011-12-31')
  })
})

describe('the hour', () => {
  it.each([
    [Date.UTC(2025, 7, 17, 8, 59), 'Europe/Berlin', 10],
    [Date.UTC(2025, 7, 17, 9, 0), 'Europe/Berlin', 11],
    [Date.UTC(2025, 0, 1, 23, 30), 'Asia/Kolkata', 5],
    [Date.UTC(2025, 0, 1, 23, 0), 'Europe/Berlin', 0],
  ])('of %i in %s is %i', (milliseconds, timeZone, hour) => {
    expect(hourOf(milliseconds, timeZone)).toBe(hour)
  })
})
