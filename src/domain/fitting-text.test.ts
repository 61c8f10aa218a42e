import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { changeBetween, fittingPart } from './fitting-text.ts'
import { lengthOf } from './text.ts'

const family = '👩‍👩‍👧'
const text = fc.string({ unit: 'grapheme', maxLength: 20 })

describe('fittingPart', () => {
  it('takes an insertion whole that fits, also where spaces at the ends do not count', () => {
    const insertion = { before: '  ', inserted: 'Haus  ', after: '' }
    expect(fittingPart(insertion, 4)).toEqual({ taken: 'Haus  ', missing: 0 })
  })

  it('takes as much as fits between what is there, and counts the rest', () => {
    const insertion = { before: 'Ein ', inserted: 'altes Haus', after: ' am Meer' }
    expect(fittingPart(insertion, 18)).toEqual({ taken: 'altes ', missing: 4 })
    expect(fittingPart(insertion, 12)).toEqual({ taken: '', missing: 10 })
  })

  it.each(['with', 'without'])('halves no character %s the browser’s segmenter', (kind) => {
    if (kind === 'without') vi.stubGlobal('Intl', {})
    const fit = (inserted: string, limit: number) =>
      fittingPart({ before: '', inserted, after: '' }, limit).taken
    expect(fit(family.repeat(3), 14)).toBe(family.repeat(2))
    expect(fit('🇭🇷🇩🇪', 3)).toBe('🇭🇷')
    expect(fit('👍🏽👍🏽', 3)).toBe('👍🏽')
    expect(fit('x̌y', 1)).toBe('')
    expect(fit('č', 1)).toBe('č')
    vi.unstubAllGlobals()
  })

  it('never yields more than fits, and always a beginning of the insertion', () => {
    fc.assert(
      fc.property(text, text, text, fc.nat(30), (before, inserted, after, more) => {
        const limit = lengthOf(before + after) + more
        const { taken, missing } = fittingPart({ before, inserted, after }, limit)
        expect(inserted.startsWith(taken)).toBe(true)
        expect(lengthOf(before + taken + after)).toBeLessThanOrEqual(limit)
        expect(missing === 0).toBe(taken === inserted)
      }),
    )
  })
})

describe('changeBetween', () => {
  it('finds what came between the beginning and the end that stayed', () => {
    expect(changeBetween('Ein Haus', 'Ein altes Haus')).toMatchObject({ inserted: 'altes ' })
    expect(changeBetween('das teh', 'das the')).toMatchObject({ before: 'das t', inserted: 'he' })
    expect(changeBetween('aa', 'aaa')).toEqual({ before: 'aa', inserted: 'a', after: '' })
  })

  it('halves no emoji that shares its first half with another', () => {
    expect(changeBetween('😀', '😁')).toEqual({ before: '', inserted: '😁', after: '' })
    expect(changeBetween('🌀', '🈀🌀').inserted).toBe('🈀')
  })

  it('is the whole text, put together', () => {
    fc.assert(
      fc.property(text, text, (old, next) => {
        const { before, inserted, after } = changeBetween(old, next)
        expect(before + inserted + after).toBe(next)
        expect(old.startsWith(before) && old.endsWith(after)).toBe(true)
      }),
    )
  })
})
