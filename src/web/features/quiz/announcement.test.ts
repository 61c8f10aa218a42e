import { describe, expect, it } from 'vitest'
import type { EntryId } from '../../../domain/ids.ts'
import type { Question } from '../../../domain/quiz/question.ts'
import type { Direction } from '../../../domain/translation.ts'
import { nextRound, startRound, type Round, type RoundEvent } from '../../../domain/quiz/round.ts'
import { announcementOf } from './announcement.ts'

const question = (direction: Direction): Question => ({
  direction,
  prompt: 'gefragt',
  correctAnswer: 'richtig',
  options: ['falsch', 'richtig', 'daneben', 'verkehrt'],
  source: { entryId: 'entry' as EntryId, german: 'Haus', croatian: 'kuća' },
})

const right: RoundEvent = { type: 'choose', option: 'richtig' }
const wrong: RoundEvent = { type: 'choose', option: 'falsch' }
const next: RoundEvent = { type: 'next' }
const ticks = (count: number) => Array.from({ length: count }, (): RoundEvent => ({ type: 'tick' }))

const played = (directions: readonly Direction[], ...events: readonly RoundEvent[]): Round =>
  events.reduce(nextRound, startRound(directions.map(question)))

describe('the announcement of the time', () => {
  it('comes at 10 and at 5 seconds and not in between', () => {
    const said = Array.from(
      { length: 15 },
      (_, passed) => announcementOf(played(['de-hr'], ...ticks(passed))).text,
    )
    expect(said).toEqual([
      ...Array<string>(5).fill(''),
      ...Array<string>(5).fill('Noch 10 Sekunden'),
      ...Array<string>(5).fill('Noch 5 Sekunden'),
    ])
  })
})

describe('the announcement of a question', () => {
  it('is the points of a right answer', () => {
    expect(announcementOf(played(['de-hr'], right))).toEqual({ text: 'Richtig! +3 Punkte' })
    expect(announcementOf(played(['de-hr'], ...ticks(10), right)).text).toBe('Richtig! +1 Punkt')
  })

  it('is half points with a comma', () => {
    const three = played(['de-hr', 'de-hr', 'de-hr'], right, next, right, next, right)
    expect(announcementOf(three).text).toBe('Richtig! +4,5 Punkte')
  })

  it.each([
    ['de-hr', 'hr'],
    ['hr-de', 'de'],
  ] as const)('is the right word after a wrong one, asked %s in its language', (asked, lang) => {
    expect(announcementOf(played([asked], wrong))).toEqual({
      text: 'Leider falsch. Richtig ist:',
      word: { text: 'richtig', lang },
    })
  })

  it('is the right word when the time is up', () => {
    expect(announcementOf(played(['de-hr'], ...ticks(15)))).toEqual({
      text: 'Die Zeit ist um. Richtig ist:',
      word: { text: 'richtig', lang: 'hr' },
    })
  })

  it('ends with the next question, so that the same words are announced again', () => {
    expect(announcementOf(played(['de-hr', 'de-hr'], right, next))).toEqual({ text: '' })
  })
})

describe('the announcement of the result', () => {
  it.each([
    [right, 'Perfekt! Du beherrschst alle Übersetzungen! 1 von 1 richtig, 3 Punkte.'],
    [wrong, 'Weiter üben! Du schaffst das! 0 von 1 richtig, 0 Punkte.'],
  ])('is its message and its figures', (answer, text) => {
    expect(announcementOf(played(['de-hr'], answer, next))).toEqual({ text })
  })
})
