import { describe, expect, it } from 'vitest'
import { countsInWords } from './format.ts'

describe('the counts of a backup in words', () => {
  it('are in the singular for one', () => {
    const counts = {
      'auth.users': 2,
      'public.entries': 1,
      'public.reactions': 0,
      'public.replies': 2,
      'public.quote_likes': 1,
      'public.custom_quotes': 1,
      'public.photos': 1,
    }
    expect(countsInWords(counts)).toBe(
      '2 accounts, 1 entry, 0 reactions, 2 replies, 1 like, 1 own quote, 1 photo',
    )
  })
})
