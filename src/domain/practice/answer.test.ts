import { describe, expect, it } from 'vitest'
import { judge, spelledParts } from './answer.ts'

describe('an answer', () => {
  it.each([
    ['kuća', 'kuća', 'exact'],
    ['kuća ', 'kuća', 'exact'],
    ['kuca', 'kuća', 'different'],
    ['KUĆA!', 'kuća', 'different'],
    ['djak', 'đak', 'different'],
    ['sich freuen', '(sich) freuen', 'different'],
    ['ku\u200Bća', 'kuća', 'different'],
    ['kuče', 'kuća', 'wrong'],
    ['', 'kuća', 'wrong'],
    ['\u200B', '\u200B', 'wrong'],
  ])('%j to %j is %s', (answer, expected, verdict) => {
    expect(judge(answer, expected)).toBe(verdict)
  })
})

describe('the right spelling', () => {
  const shown = (answer: string, expected: string) =>
    spelledParts(answer, expected)
      .map(({ text, isDifferent }) => (isDifferent ? `[${text}]` : text))
      .join('')

  it.each([
    ['kuca', 'kuća', 'ku[ć]a'],
    ['kuća', 'kuća', 'kuća'],
    ['straße', 'Straße', '[S]traße'],
    ['dobardan', 'dobar dan', 'dobar[ ]dan'],
    ['haus!', 'Haus', '[H]aus'],
    ['', 'da', '[da]'],
  ])('for %j of %j marks what is different: %s', (answer, expected, marked) => {
    expect(shown(answer, expected)).toBe(marked)
  })

  it('has all of the word for any answer', () => {
    const words = ['Ljubav je … 👩‍❤️‍👨', 'a\u0301\u0301b', '(sich) freuen']
    for (const word of words)
      for (const answer of ['', 'xyz', word.toUpperCase()])
        expect(
          spelledParts(answer, word)
            .map(({ text }) => text)
            .join(''),
        ).toBe(word.normalize('NFC'))
  })
})
