import { describe, expect, it } from 'vitest'
import { instantFromMilliseconds } from '../ids.ts'
import { foundRanges, nameRanges } from './find-in-text.ts'
import { parseSearch } from './search-words.ts'
import { shownDates } from './written-date.ts'
import { writtenIn } from './written-in.ts'

const timeZone = 'Europe/Berlin'
/** A Wednesday. */
const now = Date.parse('2026-08-19T12:00:00+02:00')

/** Whether all words stand for this time of writing. */
function finds(typed: string, at: string): boolean {
  const instant = instantFromMilliseconds(Date.parse(at))
  const words = parseSearch(typed)
  return words.every((word) => writtenIn(word, now, timeZone)?.(instant) === true)
}

describe('a day as people type it', () => {
  const typedDays = `
    17.8.2026, 17.08.2026, 17.08.26, 17. 8. 2026, 17. 08. 26, 17.8., 17.8, 17/8/2026, 17-08-2026,
    2026-08-17, 2026‑8‑17, 17. August 2026, 17.August 2026, 17. Aug. 2026, 17. August, 17 aug,
    17. aug., August, Aug 2026, "Aug. 2026", 8/2026, 08.2026, 2026-08, 2026, Montag, montag 2026,
    vorgestern`
  const listed = (list: string) => list.trim().split(/,\s+/)

  it.each(listed(typedDays))(
    '%s is written on that day, from its first moment to its last',
    (typed) => {
      expect(finds(typed, '2026-08-17T00:00:00+02:00')).toBe(true)
      expect(finds(typed, '2026-08-17T23:59:59+02:00')).toBe(true)
      expect(finds(typed, '2026-02-28T12:00:00+01:00')).toBe(typed === '2026')
    },
  )

  it.each([
    ['17.8.2026', '2026-08-18T00:00:00+02:00'],
    ['17.8.2026', '2026-08-16T23:59:59+02:00'],
    ['17. August', '2026-08-18T12:00:00+02:00'],
    ['17.8.2026', '2025-08-17T12:00:00+02:00'],
    ['8/2026', '2025-08-17T12:00:00+02:00'],
    ['heute', '2026-08-18T12:00:00+02:00'],
    ['gestern', '2026-08-19T00:00:00+02:00'],
    ['Montag', '2026-08-16T23:59:59+02:00'],
    ['Montag', '2026-08-18T00:00:00+02:00'],
  ])('%s is not written at %s', (typed, at) => {
    expect(finds(typed, at)).toBe(false)
  })

  it.each([
    ['17. August', '2019-08-17T12:00:00+02:00'],
    ['17.8.', '2019-08-17T12:00:00+02:00'],
    ['heute', '2026-08-19T23:30:00+02:00'],
    ['Gestern', '2026-08-18T00:30:00+02:00'],
    ['Sonntag', '2026-03-29T23:30:00+02:00'],
    ['Samstag', '2025-08-16T00:30:00+02:00'],
  ])('%s is written at %s', (typed, at) => {
    expect(finds(typed, at)).toBe(true)
  })

  const noDates =
    '31.2.2026, 0.0.2026, 13/2026, 99.99., 17, 1/2, 3.5.7, Mon, Son, "heute", "Montag", Heutes, constructor'

  it.each(listed(noDates))('%s is no date', (typed) => {
    expect(parseSearch(typed).map((word) => writtenIn(word, now, timeZone))).toEqual([undefined])
  })

  it('other words beside it stay words of their own', () => {
    const words = (typed: string) => parseSearch(typed).map(({ spellings: [{ bare }] }) => bare)
    expect(words('17. August 2026 Zelt')).toEqual(['17. august 2026', 'zelt'])
    const others = ['3.', 'kapitel', '10', 'marken', '2', 'maiglockchen']
    expect(words('3. Kapitel 10 Marken 2 maiglöckchen')).toEqual(others)
    expect(words('am 1.2.2025 und 1. 2. 25.')).toEqual(['am', '1.2.2025', 'und', '1.', '2.', '25.'])
  })
})

it('a day or month in digits is marked in the dates that are shown', () => {
  const text = '17. August 2026'
  const marked = (typed: string) =>
    nameRanges(text, shownDates(parseSearch(typed))).map(({ start, end }) => text.slice(start, end))
  expect(marked('17.8.26')).toEqual(['17. August 2026'])
  expect(marked('17.8.')).toEqual(['17. August'])
  expect(marked('8/2026')).toEqual(['August 2026'])
  expect(marked('7.8.2026')).toEqual([])
  expect(marked('August 99.99.')).toEqual([])
  expect(foundRanges('3.5 km', parseSearch('3.5'))).toHaveLength(1)
})
