import { expect, it } from 'vitest'
import type { PartnerId } from '../ids.ts'
import { instantFromMilliseconds } from '../ids.ts'
import { entryMatcher, searchableText } from './entry-search.ts'

const jonas = 'jonas' as PartnerId
const zeljka = 'zeljka' as PartnerId
const context = {
  profiles: [
    { id: jonas, name: 'Jonas' },
    { id: zeljka, name: 'Željka' },
  ],
  now: Date.parse('2026-06-12T12:00:00Z'),
  timeZone: 'Europe/Berlin',
}
const entry = {
  userId: zeljka,
  createdAt: instantFromMilliseconds(Date.parse('2025-07-31T22:30:00Z')),
  text: searchableText({ category: 'uebersetzungen', content: '🇩🇪 Müller | 🇭🇷 mlinar' }),
}

it.each([
  ['mueller mlinar', true],
  ['mueller bäcker', false],
  ['zeljka müller', true],
  ['jonas müller', false],
  // Half past midnight in Berlin.
  ['august 2025', true],
  ['juli 2025', false],
  ['1. August 2025', true],
  ['mlinar august zel', true],
  ['🇩🇪', false],
])('%s finds it: %s', (typed, finds) => {
  expect(entryMatcher(typed, context)?.(entry)).toBe(finds)
})

it('no words search for nothing', () => {
  expect(entryMatcher(' "" ', context)).toBeUndefined()
})
