import { describe, expect, it } from 'vitest'
import { dayOf, parseJournalDay, type JournalDay } from './journal-day.ts'
import { memoryDaysOn } from './memory-days.ts'

const day = (text: string) => parseJournalDay(text) as JournalDay

/** As `count unit: first–last`. */
function on(today: string, begun: string): readonly string[] {
  return memoryDaysOn(day(today), day(begun)).map(
    ({ ago, first, last }) =>
      `${ago.count} ${ago.unit}: ${first}${first === last ? '' : `–${last}`}`,
  )
}

describe('memoryDaysOn', () => {
  it.each([
    [
      '2026-11-22',
      '2026-11-22',
      ['1 months: 2026-10-22', '3 months: 2026-08-22', '6 months: 2026-05-22'],
    ],
    [
      '2026-08-16',
      '2025-08-17',
      ['1 months: 2026-07-16', '3 months: 2026-05-16', '6 months: 2026-02-16'],
    ],
    ['2026-08-17', '2025-08-17', ['1 years: 2025-08-17']],
    [
      '2028-08-17',
      '2025-08-17',
      ['1 years: 2027-08-17', '2 years: 2026-08-17', '3 years: 2025-08-17'],
    ],
    ['2028-08-16', '2025-08-17', ['1 years: 2027-08-16', '2 years: 2026-08-16']],
  ])('on %s, in a journal begun on %s', (today, begun, expected) => {
    expect(on(today, begun)).toEqual(expected)
  })

  it('names no day that the earlier month lacks', () => {
    expect(on('2026-03-31', '2026-01-01')).toEqual(['3 months: 2025-12-31'])
    expect(on('2026-05-31', '2025-11-30')).toEqual([])
    expect(on('2026-07-31', '2026-01-01')).toEqual(['6 months: 2026-01-31'])
  })

  it('counts a 29 February with the 28th in years without one', () => {
    expect(on('2025-02-28', '2023-01-01')).toEqual([
      '1 years: 2024-02-28–2024-02-29',
      '2 years: 2023-02-28',
    ])
    expect(on('2028-02-28', '2024-01-01')).toEqual([
      '1 years: 2027-02-28',
      '2 years: 2026-02-28',
      '3 years: 2025-02-28',
      '4 years: 2024-02-28',
    ])
    expect(on('2028-02-29', '2024-01-01')).toEqual(['4 years: 2024-02-29'])
    expect(on('2025-03-01', '2024-01-01')).toEqual(['1 years: 2024-03-01'])
  })

  it.each([
    ['Europe/Berlin', '2026-03-29T00:30:00+01:00', '2026-03-29'],
    ['Europe/Berlin', '2026-10-24T23:59:59+02:00', '2026-10-24'],
    ['Europe/Berlin', '2026-10-25T23:59:59+01:00', '2026-10-25'],
    ['Europe/Zagreb', '2026-12-31T23:30:00Z', '2027-01-01'],
    ['Pacific/Auckland', '2026-11-22T11:30:00Z', '2026-11-23'],
    ['America/New_York', '2026-11-22T04:30:00Z', '2026-11-21'],
  ])('the zone %s decides the day at %s', (zone, at, expected) => {
    const today = dayOf(Date.parse(at), zone)
    expect(today).toBe(expected)
    const year = Number(expected.slice(0, 4)) - 1
    expect(memoryDaysOn(today, day('2020-01-01'))[0]?.first).toBe(`${year}${expected.slice(4)}`)
  })
})
