import { describe, expect, it } from 'vitest'
import { confusedWords, misspelling, slippedWords } from './misspelling.ts'

describe('spellings that learners mix up', () => {
  it.each([
    ['čaj', 'ćaj'],
    ['kuća', 'kuča'],
    ['šuma', 'suma'],
    ['sat', 'šat'],
    ['žaba', 'zaba'],
    ['zub', 'žub'],
    ['đak', 'djak'],
    ['djeca', 'đeca'],
    ['mlijeko', 'mljeko'],
    ['pjesma', 'pijesma'],
    ['Čaj', 'Ćaj'],
    ['Đak', 'Djak'],
  ])('turn %s into %s', (word, wrong) => {
    expect(confusedWords(word, 'croatian')).toContain(wrong)
  })

  it.each([
    ['mlijeko', 'mliijeko'],
    ['ljubav', 'ljjubav'],
  ])('never turn %s into %s', (word, nonsense) => {
    expect(confusedWords(word, 'croatian')).not.toContain(nonsense)
  })

  it('exist for German as well', () => {
    expect(confusedWords('Liebe', 'german')).toContain('Leibe')
  })
})

describe('slips of the pen', () => {
  it('double or drop one letter, never the first', () => {
    expect(slippedWords('ruka')).toEqual(['rruka', 'ruuka', 'rukka', 'rukaa', 'rka', 'rua'])
  })
})

describe('a misspelling', () => {
  it.each(['kuća', 'a', '?', 'x', 'bok, zdravo', 'İ', ''])(
    'of %j is never taken nor the word itself',
    (word) => {
      const taken = new Set<string>([word])
      for (let count = 0; count < 60; count += 1) {
        const wrong = misspelling(
          word,
          'croatian',
          () => 0.4,
          (one) => taken.has(one),
        )
        expect(taken).not.toContain(wrong)
        taken.add(wrong)
      }
    },
  )

  it('is one mistake away while there is one', () => {
    expect(['kuča', 'kuca']).toContain(
      misspelling(
        'kuća',
        'croatian',
        () => 0.1,
        () => false,
      ),
    )
  })

  it('may be a slip of the pen', () => {
    expect(slippedWords('kuća')).toContain(
      misspelling(
        'kuća',
        'croatian',
        () => 0.9,
        () => false,
      ),
    )
  })
})
