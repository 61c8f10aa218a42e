import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayFinder } from './day-finder.ts'
import { instantFromMilliseconds, millisecondsOf } from './ids.ts'
import { dayOf } from './journal-day.ts'

it('finds the day of each instant that dayOf finds, in any order', () => {
  const time = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) })
  const zone = fc.constantFrom('Europe/Berlin', 'Pacific/Apia', 'America/Santiago', 'Asia/Beirut')
  fc.assert(
    fc.property(fc.array(time, { maxLength: 20 }), zone, (times, timeZone) => {
      const find = dayFinder(timeZone)
      for (const at of times) {
        const instant = instantFromMilliseconds(at)
        expect(find(instant)).toBe(dayOf(millisecondsOf(instant), timeZone))
      }
    }),
  )
})

it('keeps to the day’s bounds by the microsecond', () => {
  const find = dayFinder('Europe/Berlin')
  const [last, first] = ['2026-06-11T21:59:59.999999Z', '2026-06-11T22:00:00.000000Z'] as never[]
  expect([first, last, first].map((instant) => find(instant as never))).toEqual([
    '2026-06-12',
    '2026-06-11',
    '2026-06-12',
  ])
})
