import { describe, expect, it } from 'vitest'
import type { EntryId, WordsHash } from '../ids.ts'
import { instantFromMilliseconds } from '../ids.ts'
import { directions } from '../translation.ts'
import type { CardSchedule } from './scheduler.ts'
import { nextCard, todayOf, type PracticeCard } from './today.ts'

const zone = 'Europe/Berlin'
const now = Date.parse('2026-03-10T12:00:00+01:00')
const minute = 60_000
const day = 86_400_000

/** Both directions of a word, which is older the greater its number. */
function wordOf(number: number, schedule?: Partial<CardSchedule>): readonly PracticeCard[] {
  return directions.map((direction) => ({
    entryId: `entry ${String(number).padStart(3, '0')}` as EntryId,
    direction,
    german: 'Haus',
    croatian: 'kuća',
    wordsHash: 'hash' as WordsHash,
    createdAt: instantFromMilliseconds(now - number * minute),
    schedule: schedule && { due: now, isLearning: false, begun: 0, stability: 1, ...schedule },
  }))
}

const named = (cards: readonly PracticeCard[]) =>
  cards.map(({ entryId, direction }) => `${Number(entryId.slice(6))} ${direction}`)
const todays = (cards: readonly PracticeCard[], at = now) => todayOf(cards, at, zone)

describe('what is due today', () => {
  it('is at most ten new cards, of the newest words, one direction after the other', () => {
    const cards = [8, 3, 1, 2, 7, 4, 5, 6].flatMap((number) => wordOf(number))
    expect(named(todays(cards).due)).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => `${number} de-hr`),
      ...[1, 2, 3, 4, 5].map((number) => `${number} hr-de`),
    ])
    expect(todays(cards).next).toBe('2026-03-11')
  })

  it('is fewer new cards where some were begun today, and again ten tomorrow', () => {
    const begun = [20, 21, 22].flatMap((number) =>
      wordOf(number, { begun: now - minute, due: now + 9 * day }),
    )
    const cards = [...begun, ...Array.from({ length: 9 }, (_, index) => wordOf(index + 1)).flat()]
    expect(todays(cards).due).toHaveLength(4)
    expect(todays(cards, now + day).due).toHaveLength(10)
  })

  it('ends with the day in the time zone of the journal', () => {
    const midnight = Date.parse('2026-03-11T00:00:00+01:00')
    const cards = [...wordOf(1, { due: midnight - 1 }), ...wordOf(2, { due: midnight })]
    expect(named(todays(cards).due)).toEqual(['1 de-hr', '1 hr-de'])
    expect(todays(cards).next).toBe('2026-03-11')
    expect(todayOf(cards, now, 'America/New_York').due).toHaveLength(4)
  })

  it('comes in order: what was learned, new cards, then what is asked for again in minutes', () => {
    const cards = [
      ...wordOf(1, { due: now + minute, isLearning: true }),
      ...wordOf(2),
      ...wordOf(3, { due: now - day }),
      ...wordOf(4, { due: now - 2 * day, isLearning: true }),
    ]
    const numbers = named(todays(cards).due).map((name) => name.slice(0, 1))
    expect(numbers.join('')).toBe('44332211')
  })

  it('is nothing without cards', () => {
    expect(todays([])).toEqual({ due: [], next: undefined })
  })
})

it('the same card comes twice in a row only where there is no other', () => {
  const [one, other] = wordOf(1) as [PracticeCard, PracticeCard]
  expect(nextCard({ due: [one, other] }, one)).toBe(other)
  expect(nextCard({ due: [one] }, one)).toBe(one)
  expect(nextCard({ due: [] }, one)).toBeUndefined()
})
