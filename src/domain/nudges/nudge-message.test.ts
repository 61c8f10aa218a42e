import { describe, expect, it } from 'vitest'
import { nudgeText, type NudgeCounts } from './nudge-message.ts'

describe('the words of a nudge', () => {
  it.each<[NudgeCounts, string, string?]>([
    [{ news: 1, ideas: 0, memories: false }, 'Etwas Neues von Željka 💕'],
    [{ news: 3, ideas: 0, memories: false }, '3 neue Dinge von Željka'],
    [{ news: 0, ideas: 1, memories: false }, 'Für heute ist etwas geplant 📅'],
    [{ news: 0, ideas: 2, memories: false }, 'Für heute sind 2 Ideen geplant 📅'],
    [{ news: 0, ideas: 0, memories: true }, 'Heute gibt es etwas zum Erinnern 💭'],
    [
      { news: 3, ideas: 1, memories: true },
      '3 neue Dinge von Željka',
      'Für heute ist etwas geplant 📅\nHeute gibt es etwas zum Erinnern 💭',
    ],
  ])('of %o', (counts, title, body) => {
    expect(nudgeText(counts, 'Željka')).toEqual(body === undefined ? { title } : { title, body })
  })

  it('are undefined if there is nothing new', () => {
    expect(nudgeText({ news: 0, ideas: 0, memories: false }, 'Željka')).toBeUndefined()
  })
})
