import { describe, expect, it } from 'vitest'
import { restoredTexts, type LostCounts } from './restored-texts.ts'

describe('the notice after a restore', () => {
  const was = 'Euer Tagebuch wurde auf einen früheren Stand gebracht.'
  it.each<[LostCounts, string]>([
    [{ entries: 12, replies: 3 }, '12 Einträge und 3 Antworten von dir sind nur noch hier.'],
    [{ entries: 1 }, '1 Eintrag von dir ist nur noch hier.'],
    [{ replies: 1 }, '1 Antwort von dir ist nur noch hier.'],
    [{ reactions: 2 }, '2 Reaktionen von dir sind nur noch hier.'],
    [{ texts: 1, reviews: 1 }, '1 geänderter Text und 1 Übung von dir sind nur noch hier.'],
    [
      { quote_likes: 1, entries: 1200, custom_quotes: 2 },
      '1.200 Einträge, 2 Zitate und 1 Herz von dir sind nur noch hier.',
    ],
  ])('names the kinds that are there, in the right number: %o', (counts, words) => {
    expect(restoredTexts.message(counts)).toBe(`${was} ${words}`)
  })

  it('says what waits, and what is too old', () => {
    expect(restoredTexts.waiting(3, 'Željka')).toBe('3 warten auf Einträge von Željka.')
    expect(restoredTexts.waiting(1, 'Željka')).toBe('1 wartet auf einen Eintrag von Željka.')
    expect(restoredTexts.old(1)).toBe('1 ist älter als 90 Tage. Sichere es mit „Alles mitnehmen“.')
    expect(restoredTexts.old(2)).toBe(
      '2 sind älter als 90 Tage. Sichere sie mit „Alles mitnehmen“.',
    )
  })

  it('asks for what is discarded in the right number', () => {
    expect(restoredTexts.discardHint({ entries: 1 })).toMatch(/^1 Eintrag von dir wird /)
    expect(restoredTexts.discardHint({ entries: 1, replies: 1 })).toMatch(/ von dir werden /)
  })
})
