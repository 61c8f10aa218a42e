import { describe, expect, it } from 'vitest'
import { arrivedAmong } from './card-motion.ts'

describe('the cards that have come into the list', () => {
  it('are those between former ones', () => {
    expect(arrivedAmong([true, false, true, false, true], false)).toEqual([1, 3])
  })

  it('are those above the first where that was the first of the list', () => {
    expect(arrivedAmong([false, false, true], true)).toEqual([0, 1])
    expect(arrivedAmong([false, false, true], false)).toEqual([])
  })

  it('are none of those below all former ones, which were scrolled to or are older', () => {
    expect(arrivedAmong([true, true, false, false], true)).toEqual([])
  })

  it('are none where nothing of before is left', () => {
    expect(arrivedAmong([false, false], true)).toEqual([])
  })
})
