import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparisonKey, counterLevel, lengthOf, normalise, unmarkedKey } from './text.ts'

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\0', '\ud83d', '\ude00', ' '),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
})

describe('normalise', () => {
  it.each([
    ['  Haus \n', 'Haus'],
    ['a\0b', 'ab'],
    ['a\ud83db', 'ab'],
    ['\ud83d\0\ude00', ''],
    ['😀', '😀'],
    ['c\u030c', 'č'],
    ['\u00a0\ufeff x \u2003', 'x'],
  ])('turns %j into %j', (text, expected) => {
    expect(normalise(text)).toBe(expected)
  })

  it('changes nothing when applied twice, and leaves only storable text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = normalise(text)
        expect(normalise(once)).toBe(once)
        expect(once.isWellFormed()).toBe(true)
        expect(once).not.toContain('\0')
      }),
    )
  })
})

describe('lengthOf', () => {
  it.each([
    ['', 0],
    ['   ', 0],
    ['😀😀', 2],
    ['🇩🇪', 2],
    [' c\u030c ', 1],
  ])('counts %j as %i code points', (text, expected) => {
    expect(lengthOf(text)).toBe(expected)
  })
})

describe('counterLevel', () => {
  it.each([
    ['content', 200, 'normal'],
    ['content', 201, 'orange'],
    ['content', 250, 'orange'],
    ['content', 251, 'red'],
    ['translation', 60, 'normal'],
    ['translation', 61, 'orange'],
    ['translation', 80, 'orange'],
    ['translation', 81, 'red'],
  ] as const)('shows a %s of %i characters as %s', (field, length, level) => {
    expect(counterLevel(length, field)).toBe(level)
  })
})

describe('comparisonKey', () => {
  it.each([
    ['ŽELJKA', 'Željka'],
    ['STRASSE', 'Straße'],
    ['c\u030c', 'Č'],
    [' dobar   dan', 'Dobar dan'],
  ])('holds %j and %j for the same', (one, other) => {
    expect(comparisonKey(one)).toBe(comparisonKey(other))
  })

  it('keeps č, ć and c apart', () => {
    expect(new Set(['č', 'ć', 'c'].map(comparisonKey)).size).toBe(3)
  })
})

describe('unmarkedKey', () => {
  it.each([
    ['kuca', 'Kuća'],
    ['cevapcici', 'ćevapčići'],
    ['djak', 'đak'],
    ['dak', 'Đak'],
    ['schon', 'schön'],
    ['strasse', 'Straße'],
    ['dzep', 'ǆep'],
  ])('is the same for %s and %s', (one, other) => {
    expect(unmarkedKey(one)).toBe(unmarkedKey(other))
  })

  it('tells words of other letters apart', () => {
    expect(unmarkedKey('kuća')).not.toBe(unmarkedKey('kuga'))
  })
})
