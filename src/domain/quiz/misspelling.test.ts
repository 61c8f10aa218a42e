import { describe, expect, it } from 'vitest'
import { confusedWords } from './confusions.ts'
import { misspelling, slippedWords } from './misspelling.ts'

/** A misspelling of a Croatian word that is not taken, by this number of chance. */
const wrongFor = (word: string, chance: number, isTaken = (_one: string) => false) =>
  misspelling(word, 'croatian', () => chance, isTaken)

describe('typing errors', () => {
  it('double a German consonant or drop a letter, never the first or the last', () => {
    expect(slippedWords('Rabe', 'german')).toEqual(['Rabbe', 'Rbe', 'Rae'])
    expect(slippedWords('gut', 'german')).toEqual([])
    expect(slippedWords('Hand', 'german')).toEqual(['Had'])
  })

  it('never make ß of a single s', () => {
    expect(slippedWords('Strase', 'german')).not.toContain('Strasse')
  })

  it('leave short Croatian words alone', () => {
    expect(slippedWords('ruka', 'croatian')).toEqual([])
    expect(slippedWords('voda i kruh', 'croatian')).toEqual([])
  })

  it('drop one letter of a long Croatian word if it stays pronounceable', () => {
    expect(slippedWords('jabuka', 'croatian')).toEqual(['jbuka', 'jauka', 'jabka', 'jabua'])
    expect(slippedWords('moj prijatelj', 'croatian')).not.toContain('moj prijatlj')
  })
})

describe('a misspelling', () => {
  it.each(['kuća', 'a', '?', 'x', 'bok, zdravo', 'İ', ''])(
    'of %j is never taken nor the word itself',
    (word) => {
      const taken = new Set<string>([word])
      for (let count = 0; count < 60; count += 1) {
        const wrong = wrongFor(word, 0.4, (one) => taken.has(one))
        expect(taken).not.toContain(wrong)
        taken.add(wrong)
      }
    },
  )

  it('is one mistake away while there is one, which may be a typing error', () => {
    expect(confusedWords('kuća', 'croatian')).toContain(wrongFor('kuća', 0.1))
    expect(slippedWords('jabuka', 'croatian')).toContain(wrongFor('jabuka', 0.9))
  })

  it('of a Croatian word that has none left gets an ending without a double letter', () => {
    expect(wrongFor('1n', 0)).toMatch(/^1n(j|[rlt]a)$/)
  })
})
