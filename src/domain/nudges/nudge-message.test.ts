import { describe, expect, it } from 'vitest'
import { nudgeText, type NudgeCounts } from './nudge-message.ts'

describe('the words of a nudge', () => {
  const [oneIdea, memory] = [
    'Für heute ist etwas geplant 📅',
    'Heute gibt es etwas zum Erinnern 💭',
  ]
  const all = { title: '3 neue Dinge von Željka', body: `${oneIdea}\n${memory}` }

  it.each<[Partial<NudgeCounts>, ReturnType<typeof nudgeText>]>([
    [{ news: 1 }, { title: 'Etwas Neues von Željka 💕' }],
    [{ news: 3 }, { title: '3 neue Dinge von Željka' }],
    [{ ideas: 1 }, { title: oneIdea }],
    [{ ideas: 2 }, { title: 'Für heute sind 2 Ideen geplant 📅' }],
    [{ memories: true }, { title: memory }],
    [{ news: 3, ideas: 1, memories: true }, all],
    [{}, undefined],
  ])('of %o', (counts, text) => {
    expect(nudgeText({ news: 0, ideas: 0, memories: false, ...counts }, 'Željka')).toEqual(text)
  })
})
