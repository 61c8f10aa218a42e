import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentLimit, translationFieldLimit } from './limits.ts'
import { isInvisible, lengthOf, normalise } from './text.ts'
import { composeTranslation, normaliseField, parseTranslation } from './translation.ts'

const awkward = fc.constantFrom(...'| 🇩🇪 🇭🇷 🇩 🇪 🇭 🇷 č \u030c , a'.split(' '), ' ', '\n')
const fieldText = fc
  .array(fc.oneof(awkward, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })), {
    maxLength: 40,
  })
  .map((units) => units.join(''))
const field = fieldText
  .map(normaliseField)
  .filter((text) => !isInvisible(text) && Array.from(text).length <= translationFieldLimit)

describe('a field', () => {
  it.each([
    ['🇩🇪 Haus', 'Haus'],
    ['🇩🇩🇪🇪 Haus', 'Haus'],
    ['🇭🇩🇪🇷', ''],
    ['e🇭🇷\u0301', 'é'],
    ['🇦🇹 Erdapfel', '🇦🇹 Erdapfel'],
  ])('holds none of the two flags: %j becomes %j', (text, expected) => {
    expect(normaliseField(text)).toBe(expected)
  })
})

describe('composing a translation', () => {
  it('writes flags, bar and single spaces', () => {
    const composed = composeTranslation({ german: '  Haus ', croatian: 'lijepa\n  kuća' })
    expect(composed).toEqual({ ok: true, content: '🇩🇪 Haus | 🇭🇷 lijepa kuća' })
  })

  it.each([
    ['', 'kuća', 'translation-field-missing', 'german'],
    ['Haus', ' \n', 'translation-field-missing', 'croatian'],
    ['\u00AD', 'kuća', 'translation-field-missing', 'german'],
    ['🇩🇪', 'kuća', 'translation-field-missing', 'german'],
    ['x'.repeat(translationFieldLimit + 1), '', 'translation-field-missing', 'croatian'],
    ['x'.repeat(translationFieldLimit + 1), 'kuća', 'translation-field-too-long', 'german'],
    ['Haus', '😀'.repeat(translationFieldLimit + 1), 'translation-field-too-long', 'croatian'],
  ])('refuses %j with %j: %s in %s', (german, croatian, reason, wrong) => {
    expect(composeTranslation({ german, croatian })).toEqual({ ok: false, reason, field: wrong })
  })

  it('accepts full fields on both sides, which fit into an entry', () => {
    const composed = composeTranslation({
      german: '😀'.repeat(translationFieldLimit),
      croatian: 'č'.repeat(translationFieldLimit),
    })
    expect(composed.ok && lengthOf(composed.content) <= contentLimit).toBe(true)
  })
})

describe('parsing a translation', () => {
  it.each([
    ['🇩🇪 Haus | 🇭🇷 kuća'],
    ['🇩🇪Haus|🇭🇷kuća'],
    ['  🇩🇪   Haus   |   🇭🇷   kuća  '],
    ['🇩🇪 Haus 🇭🇷 kuća'],
    ['🇭🇷 kuća | 🇩🇪 Haus'],
    ['🇭🇷 kuća 🇩🇪 Haus'],
    ['Haus | kuća'],
    ['Haus|kuća'],
    ['🇩🇪 Haus | kuća'],
    ['Haus | 🇭🇷 kuća'],
    ['🇭🇷 kuća | Haus'],
    ['kuća | 🇩🇪 Haus'],
    ['Haus 🇩🇪 | kuća 🇭🇷'],
    ['kuća 🇭🇷 | Haus 🇩🇪'],
    ['Haus 🇩🇪 kuća 🇭🇷'],
    ['🇩🇪 Haus | kuća 🇭🇷'],
    ['🇩🇪 Haus |\n🇭🇷 kuc\u0301a'],
  ])('reads %j', (content) => {
    expect(parseTranslation(content)).toEqual({ german: 'Haus', croatian: 'kuća' })
  })

  it.each([
    ['🇩🇪 guten Tag, hallo | 🇭🇷 dobar dan, bok', 'guten Tag, hallo', 'dobar dan, bok'],
    ['🇩🇪 a|b | 🇭🇷 c|d', 'a|b', 'c|d'],
    ['🇩🇪 a | b | 🇭🇷 | c', 'a | b', '| c'],
    ['a|b | c', 'a|b', 'c'],
    ['🇩🇪 | | 🇭🇷 |', '|', '|'],
  ])('reads %j as %j and %j', (content, german, croatian) => {
    expect(parseTranslation(content)).toEqual({ german, croatian })
  })

  const oneSided = ['Haus |', '| kuća', '🇩🇪 Haus', '🇩🇪 | 🇭🇷 kuća', '🇩🇪 Haus | 🇭🇷']

  it.each(['', 'Haus', 'Haus kuća', '|', '🇩🇪🇭🇷', ...oneSided])('leaves %j alone', (content) => {
    expect(parseTranslation(content)).toBeUndefined()
  })

  it('is the inverse of composing for every pair of valid fields', () => {
    fc.assert(
      fc.property(field, field, (german, croatian) => {
        const composed = composeTranslation({ german, croatian })
        if (!composed.ok) throw new Error(composed.reason)
        expect(normalise(composed.content)).toBe(composed.content)
        expect(parseTranslation(composed.content)).toEqual({ german, croatian })
      }),
    )
  })

  it('yields fields that compose to a text with the same meaning, for any text', () => {
    fc.assert(
      fc.property(fieldText, (content) => {
        const parsed = parseTranslation(content)
        // Text that shows nothing can be read from an old row, and is never written again.
        if (parsed === undefined || Object.values(parsed).some(isInvisible)) return
        const composed = composeTranslation(parsed)
        expect(composed.ok && parseTranslation(composed.content)).toEqual(parsed)
      }),
    )
  })
})
