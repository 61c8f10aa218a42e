import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isUuid, type PartnerId } from './ids.ts'
import { addDays, dayOf, parseJournalDay, startOfDay, type JournalDay } from './journal-day.ts'
import {
  daysSince,
  nextSpecialDayEntryId,
  specialDayEntryId,
  specialDaysOn,
} from './special-day.ts'
import type { SpecialDaySetting } from './settings.ts'

const day = (text: string) => parseJournalDay(text) as JournalDay
const settings: readonly SpecialDaySetting[] = [
  { kind: 'birthday', date: day('1997-08-14') },
  { kind: 'anniversary', date: day('2025-08-17') },
]
const celebrated = (text: string, days: readonly SpecialDaySetting[] = settings) =>
  specialDaysOn(day(text), days).map(({ kind, year, years, isFirst }) => ({
    kind,
    year,
    years,
    isFirst,
  }))

describe('special days', () => {
  it.each([
    ['2025-08-17', 'anniversary', 2025, 0, true],
    ['2026-08-17', 'anniversary', 2026, 1, false],
    ['2026-08-14', 'birthday', 2026, 29, false],
    ['1997-08-14', 'birthday', 1997, 0, true],
  ])('on %s: %s of %i, %i years', (text, kind, year, years, isFirst) => {
    expect(celebrated(text)).toEqual([{ kind, year, years, isFirst }])
  })

  it.each(['2024-08-17', '1996-08-14', '2026-08-15', '2026-08-16', '2026-08-18', '2026-07-17'])(
    'are none on %s',
    (text) => {
      expect(celebrated(text)).toEqual([])
    },
  )

  it('can be both at once, the anniversary first', () => {
    const both = settings.map((one) => ({ ...one, date: day(`${one.date.slice(0, 7)}-17`) }))
    expect(celebrated('2030-08-17', both)).toMatchObject([
      { kind: 'anniversary', years: 5 },
      { kind: 'birthday', years: 33 },
    ])
  })

  it.each([
    ['2024-02-29', 1],
    ['2024-02-28', 0],
    ['2025-02-28', 1],
    ['2025-03-01', 0],
    ['2100-02-28', 1],
  ])('for a 29 February are on %s: %i', (text, count) => {
    expect(celebrated(text, [{ kind: 'birthday', date: day('2000-02-29') }])).toHaveLength(count)
  })

  it('come exactly once a year, for every date', () => {
    const anyDay = fc
      .integer({ min: 0, max: 20_000 })
      .map((count) => addDays(day('1970-01-01'), count))
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 40 }), (first, later) => {
        const year = Number(first.slice(0, 4)) + later
        const days = Array.from({ length: 366 }, (_, count) => addDays(day(`${year}-01-01`), count))
        const inYear = days.filter((one) => one.startsWith(String(year)))
        const birthday = [{ kind: 'birthday', date: first }] as const
        const hits = inYear.flatMap((one) => specialDaysOn(one, birthday))
        expect(hits.map(({ years }) => years)).toEqual([later])
      }),
      { numRuns: 40 },
    )
  })

  it('change at midnight of the journal, not of the device', () => {
    const justBefore = Date.UTC(2026, 7, 16, 21, 59, 59)
    expect(specialDaysOn(dayOf(justBefore, 'Europe/Berlin'), settings)).toEqual([])
    expect(specialDaysOn(dayOf(justBefore + 1000, 'Europe/Berlin'), settings)).toHaveLength(1)
  })
})

describe('the automatic entry', () => {
  it('has one id per kind and year, always the same', () => {
    const ids = [2025, 2026].flatMap((year) => [
      specialDayEntryId('anniversary', year),
      specialDayEntryId('birthday', year),
    ])
    expect(new Set(ids).size).toBe(4)
    expect(ids.every(isUuid)).toBe(true)
    expect(ids[0]).toBe('3390f059-b834-5046-bd08-c865e88742a5')
    expect(specialDaysOn(day('2025-08-17'), settings)[0]?.entryId).toBe(ids[0])
  })

  it('has other ids for each person and attempt, always the same', () => {
    const [one, two] = ['1', '2'].map((end) => `00000000-0000-4000-8000-00000000000${end}`)
    const first = specialDayEntryId('anniversary', 2025)
    const second = nextSpecialDayEntryId(first, one as PartnerId)
    expect(second).toBe('6cd09be8-230d-58f2-acf1-f97a340fb866')
    const ids = [first, second, nextSpecialDayEntryId(second, one as PartnerId)]
    expect(new Set([...ids, nextSpecialDayEntryId(first, two as PartnerId)]).size).toBe(4)
  })
})

describe('in every zone', () => {
  const zones = `Europe/Berlin America/Santiago Africa/Cairo Asia/Beirut Australia/Lord_Howe
    Pacific/Apia Pacific/Kiritimati Etc/GMT+12`
  const zone = fc.constantFrom(...zones.split(/\s+/))

  it('a day has one set of special days from its first moment to its last', () => {
    fc.assert(
      fc.property(zone, fc.integer({ min: 0, max: 20_000 }), fc.nat(86_399_999), (place, n, ms) => {
        const today = addDays(day('1998-01-01'), n)
        const start = startOfDay(today, place)
        // A day that its zone left out has no moment of its own (Apia, 30 December 2011).
        fc.pre(dayOf(start, place) === today)
        const end = startOfDay(addDays(today, 1), place) - 1
        const [first, ...others] = [start, Math.min(start + ms, end), end].map((moment) =>
          specialDaysOn(dayOf(moment, place), settings),
        )
        expect(others).toEqual([first, first])
        expect(dayOf(end + 1, place)).not.toBe(today)
      }),
    )
  })
})

it.each([
  ['2025-08-17', 0],
  ['2025-08-18', 1],
  ['2026-08-17', 365],
  ['2025-08-16', 0],
])('the days counter on %s shows %i', (today, count) => {
  expect(daysSince(day('2025-08-17'), day(today))).toBe(count)
})
