import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  comparisonKey,
  isInvisible,
  lengthOf,
  normalise,
  withoutBidiControls,
  withoutInvisible,
  withoutInvisibleEnds,
} from './text.ts'

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

describe('isInvisible', () => {
  it.each([
    '',
    ' \n\t\u00A0\u3000',
    '\u200B\u200C\u200D\u2060\uFEFF',
    '\u00AD\u034F\u061C\u202E\u2066\u2069',
    '\u2800\u3164\u115F\u1160\uFFA0\u{1D159}',
    '\u{E0061}\uFE0F\u180E',
  ])('holds for %j', (text) => {
    expect(isInvisible(text)).toBe(true)
  })

  it.each(['a', '.', '\u0301', '👨‍👩‍👧', '❤️', '\u200B1\u200B', 'ნ', '🇭🇷'])(
    'does not hold for %j',
    (text) => {
      expect(isInvisible(text)).toBe(false)
      expect(normalise(text)).toContain(text.normalize('NFC').trim())
    },
  )
})

describe('withoutBidiControls', () => {
  it('removes the controls and nothing else', () => {
    expect(withoutBidiControls('a\u202Ecba\u202C שלום \u2066x\u2069\u200F👨‍👩‍👧')).toBe('acba שלום x👨‍👩‍👧')
  })
})

describe('withoutInvisible', () => {
  it.each([
    ['Jo\u00ADnas\u200B', 'Jonas'],
    ['\uFEFFa\u2060b\u200D\u200C\uFE0F\u0007', 'ab'],
    ['zwei\u00A0Worte\n', 'zwei\u00A0Worte\n'],
    [
      '👨‍👩‍👧 ❤️ 👍🏽 1️⃣ 🏴\u{E0067}\u{E0062}\u{E007F} 🏳️‍🌈\u200D',
      '👨‍👩‍👧 ❤️ 👍🏽 1️⃣ 🏴\u{E0067}\u{E0062}\u{E007F} 🏳️‍🌈',
    ],
  ])('makes of %j %j', (text, seen) => {
    expect(withoutInvisible(text)).toBe(seen)
  })
})

describe('withoutInvisibleEnds', () => {
  it.each([
    ['  geheim \r\n', 'geheim'],
    ['\uFEFFgeheim\u200B', 'geheim'],
    ['\u00A0\u2060\tzwei Worte\u00AD\u2028', 'zwei Worte'],
    ['a\u200Bb c', 'a\u200Bb c'],
    [' \u200B\n', ''],
    ['geheim', 'geheim'],
  ])('makes of %j %j', (text, bare) => {
    expect(withoutInvisibleEnds(text)).toBe(bare)
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
