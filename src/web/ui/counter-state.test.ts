import { describe, expect, it } from 'vitest'
import { counterAnnouncement, counterLevel } from './counter-state.ts'

const content = { limit: 300, orangeAbove: 200, redAbove: 250 }

describe('the counter', () => {
  it.each([
    [0, 'calm'],
    [200, 'calm'],
    [201, 'orange'],
    [250, 'orange'],
    [251, 'red'],
    [299, 'red'],
    [300, 'full'],
    [301, 'over'],
  ] as const)('is at %i characters %s', (length, level) => {
    expect(counterLevel(length, content)).toBe(level)
  })

  it('says the same words within one level, so that they are announced once', () => {
    expect(counterAnnouncement('calm', content)).toBe('')
    expect(counterAnnouncement('orange', content)).toBe('Noch 100 Zeichen')
    expect(counterAnnouncement('red', content)).toBe('Noch 50 Zeichen')
    expect(counterAnnouncement('full', content)).toBe('Mehr passt nicht hinein')
    expect(counterAnnouncement('over', content)).toBe('Mehr als 300 Zeichen')
  })
})
