import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  instantFromMilliseconds,
  instantSchema,
  isUuid,
  millisecondsOf,
  parseInstant,
  uuidSchema,
  type EntryId,
} from './ids.ts'

const uuid = '50f407d9-ab3e-4234-b5fb-b4febe303888'

const entryIdSchema = uuidSchema<EntryId>()

describe('an id', () => {
  it('is a lower-case UUID', () => {
    expect(v.is(entryIdSchema, uuid)).toBe(true)
    expect(isUuid(uuid.toUpperCase())).toBe(false)
  })
  it.each(['', 'x', uuid.toUpperCase(), `${uuid} `, 7, null])('is not %j', (value) => {
    expect(v.is(entryIdSchema, value)).toBe(false)
  })
})

describe('an instant', () => {
  it.each([
    ['2026-11-20 15:02:31.912626+00', '2026-11-20T15:02:31.912626Z'],
    ['2026-11-20T15:02:31.9+00:00', '2026-11-20T15:02:31.900000Z'],
    ['2026-11-20T16:02:31+01', '2026-11-20T15:02:31.000000Z'],
    ['2026-11-20T15:02:31.912Z', '2026-11-20T15:02:31.912000Z'],
    ['2026-11-20T20:32:31.000001+05:30', '2026-11-20T15:02:31.000001Z'],
  ])('is read from %s', (text, expected) => {
    expect(parseInstant(text)).toBe(expected)
    expect(v.parse(instantSchema, text)).toBe(expected)
  })

  it.each(['', 'now', '2026-11-20', '2026-11-20T15:02:31', '2026-13-20T15:02:31Z'])(
    'is not read from %j',
    (text) => {
      expect(parseInstant(text)).toBeUndefined()
      expect(v.is(instantSchema, text)).toBe(false)
    },
  )

  it('orders as text the way it orders in time', () => {
    const moment = fc.integer({ min: 0, max: 4e12 })
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        const texts = [instantFromMilliseconds(one), instantFromMilliseconds(other)] as const
        expect(texts[0] < texts[1]).toBe(one < other)
        expect(millisecondsOf(texts[0])).toBe(one)
      }),
    )
  })
})
