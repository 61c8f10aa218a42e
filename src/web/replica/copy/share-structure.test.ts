import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isEqual, shareStructure } from './share-structure.ts'

const json = fc.jsonValue()
const copyOf = (value: unknown): unknown => structuredClone(value)

describe('sharing structure', () => {
  it('yields the earlier value for an equal one, and else one that equals the new', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        expect(shareStructure(before, copyOf(before))).toBe(before)
        expect(shareStructure(before, after)).toEqual(after)
      }),
    )
  })

  it('keeps the identity of every element that did not change, wherever it stands now', () => {
    const one = { id: 'one', reactions: [{ id: 'r', emoji: '🔥' }] }
    const two = { id: 'two', reactions: [] }
    const before = { entries: [one, two], more: false }
    const after = {
      entries: [{ id: 'new', reactions: [] }, copyOf(one), { id: 'two', reactions: ['x'] }],
      more: false,
    }
    const shared = shareStructure(before, after)
    expect(shared).toEqual(after)
    expect(shared.entries[1]).toBe(one)
    expect(shared.entries[2]).not.toBe(two)
    expect(
      shareStructure(before, { ...after, entries: [copyOf(two), copyOf(one)] }).entries,
    ).toEqual([two, one])
  })

  it('tells a missing field from an undefined one, and a shorter list from a longer', () => {
    expect(isEqual({ a: undefined }, {})).toBe(false)
    expect(isEqual({}, { a: undefined })).toBe(false)
    expect(isEqual([1, 2], [1])).toBe(false)
    expect(isEqual([1], [1, undefined])).toBe(false)
    expect(isEqual({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true)
  })
})
