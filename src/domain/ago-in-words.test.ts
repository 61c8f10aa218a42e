import { expect, it } from 'vitest'
import { agoInWords } from './ago-in-words.ts'

it.each([
  ['years', 1, 'Heute vor einem Jahr'],
  ['years', 2, 'Heute vor zwei Jahren'],
  ['years', 12, 'Heute vor 12 Jahren'],
  ['months', 1, 'Heute vor einem Monat'],
  ['months', 6, 'Heute vor sechs Monaten'],
] as const)('%s, %i: %s', (unit, count, words) => {
  expect(agoInWords({ unit, count })).toBe(words)
})
