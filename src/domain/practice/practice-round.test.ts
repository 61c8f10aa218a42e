import { expect, it } from 'vitest'
import type { EntryId, ReviewId, WordsHash } from '../ids.ts'
import { instantFromMilliseconds } from '../ids.ts'
import { journalDay, type JournalDay } from '../journal-day.ts'
import { PracticeRound } from './practice-round.ts'
import { good } from './grade.ts'
import { scheduleOf, type PastReview } from './scheduler.ts'
import { nextCard, todayOf, type PracticeCard } from './today.ts'

const start = Date.parse('2026-03-10T12:00:00Z')
const today = journalDay(2026, 3, 10) as JournalDay
const tomorrow = journalDay(2026, 3, 11) as JournalDay
const newCards: readonly PracticeCard[] = Array.from({ length: 10 }, (_, index) => ({
  entryId: `entry ${index}` as EntryId,
  direction: 'de-hr',
  german: `Wort ${index}`,
  croatian: `riječ ${index}`,
  wordsHash: 'hash' as WordsHash,
  createdAt: instantFromMilliseconds(start - index),
  schedule: undefined,
}))

it('the cards left become fewer with each that is answered, and then those that come again', () => {
  const round = new PracticeRound()
  const reviews = new Map<PracticeCard, PastReview[]>(newCards.map((card) => [card, []]))
  const shown: string[] = []
  let last: PracticeCard | undefined
  for (let now = start; ; now += 1000) {
    const cards = newCards.map((card) => ({
      ...card,
      schedule: scheduleOf(reviews.get(card) ?? [], now),
    }))
    const due = todayOf(cards, now, 'Europe/Berlin')
    const { open, again } = round.left(due, today)
    shown.push(`${open}+${again}`)
    last = nextCard(due, last)
    const answered = newCards.find(({ entryId }) => entryId === last?.entryId)
    if (answered === undefined) break
    const createdAt = instantFromMilliseconds(now)
    reviews.get(answered)?.push({ id: `${now}` as ReviewId, grade: good, createdAt })
    round.add(answered, today)
  }
  const numbers = Array.from({ length: 11 }, (_, index) => 10 - index)
  expect(shown).toEqual([
    ...numbers.map((count) => `${count}+${10 - count}`),
    ...numbers.slice(1).map((count) => `0+${count}`),
  ])
  expect(round.practised(today)).toBe(10)
})

it('a new day begins with nothing answered', () => {
  const round = new PracticeRound()
  for (const card of newCards) round.add(card, today)
  expect(round.left({ due: newCards }, today)).toEqual({ open: 0, again: 10 })
  expect(round.left({ due: newCards }, tomorrow)).toEqual({ open: 10, again: 0 })
  expect(round.practised(tomorrow)).toBe(0)
})
