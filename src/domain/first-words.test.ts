import { expect, it } from 'vitest'
import { firstWords } from './first-words.ts'

it.each([
  ['Zelten am See', 'Zelten am See'],
  ['Markt:\n  die alte Dame', 'Markt: die alte Dame'],
  ['Markt: die alte Dame mit den Kirschen, die', 'Markt: die alte Dame mit den Kirschen …'],
  ['Donaudampfschifffahrtsgesellschaftskapitänin', 'Donaudampfschifffahrtsgesellschaftskapit …'],
  ['❤️'.repeat(20), '❤️'.repeat(20)],
])('the first words of %j', (content, words) => {
  expect(firstWords({ category: 'erzaehlen', content })).toBe(words)
})

it('a translation has its two sides, without flags', () => {
  const entry = { category: 'uebersetzungen', content: '🇩🇪 Haus | 🇭🇷 kuća' } as const
  expect(firstWords(entry)).toBe('Haus – kuća')
})
