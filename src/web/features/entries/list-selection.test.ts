import { describe, expect, it } from 'vitest'
import { mostSelected } from '../../../domain/limits.ts'
import { heldBy } from './list-selection.ts'

describe('a selection over several cards', () => {
  it('holds all that lies between its ends, in both directions', () => {
    expect(heldBy({ anchor: 3, focus: 120 })).toEqual({ first: 3, last: 120, isWhole: true })
    expect(heldBy({ anchor: 120, focus: 3 })).toEqual({ first: 3, last: 120, isWhole: true })
    expect(heldBy({ anchor: 7, focus: 7 })).toEqual({ first: 7, last: 7, isWhole: true })
  })

  it('holds the most that it may from where it began, and knows of it', () => {
    expect(heldBy({ anchor: 0, focus: mostSelected - 1 })).toMatchObject({ isWhole: true })
    expect(heldBy({ anchor: 0, focus: mostSelected })).toEqual({
      first: 0,
      last: mostSelected - 1,
      isWhole: false,
    })
    expect(heldBy({ anchor: 2000, focus: 10 })).toEqual({ first: 1501, last: 2000, isWhole: false })
  })
})
