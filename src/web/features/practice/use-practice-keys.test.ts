import { describe, expect, it } from 'vitest'
import { haveGradeKeys } from './use-practice-keys.ts'
import type { PracticeScreen } from './use-practice.ts'

const answered = (croatian: string) =>
  ({
    kind: 'answered',
    card: { entryId: 'id', direction: 'de-hr', german: 'fünf Liter', croatian },
  }) as unknown as PracticeScreen

describe('keys 1 and 2', () => {
  it('change the grade of an answered card', () => {
    expect(haveGradeKeys(answered('pet litara'), '')).toBe(true)
  })

  it.each([
    ['of a word with a digit', answered('5 litara'), ''],
    ['of what is being typed', answered('pet litara'), 'p'],
    ['before an answer', { kind: 'loading' } as const, ''],
  ])('are letters %s', (_, screen, typed) => {
    expect(haveGradeKeys(screen, typed)).toBe(false)
  })
})
