import { expect, it } from 'vitest'
import { answerKey, wordsHash } from './words-hash.ts'

const house = { german: 'Haus', croatian: 'kuća' }

it.each([
  ['a mark', { ...house, croatian: 'kuca' }],
  ['case', { ...house, german: 'HAUS' }],
  ['punctuation', { ...house, german: '(Haus)!' }],
  ['an invisible character', { ...house, german: 'Ha\u00ADus' }],
])('%s that is corrected keeps the hash of a pair', (_, corrected) => {
  expect(wordsHash(corrected)).toBe(wordsHash(house))
})

it('another word on either side, or the sides exchanged, gives another hash', () => {
  const others = [
    { ...house, german: 'Häuser' },
    { ...house, croatian: 'kuće' },
    { german: house.croatian, croatian: house.german },
  ]
  expect(new Set([house, ...others].map(wordsHash)).size).toBe(4)
})

it('the hash of a pair never changes: reviews on servers name it', () => {
  expect(wordsHash(house)).toBe('c6e20347-5851-58e6-bf58-8ea035e5d69f')
})

it('a text of signs alone is its own key', () => {
  expect(answerKey('()')).toBe('()')
  expect(answerKey('?!')).not.toBe('')
})
