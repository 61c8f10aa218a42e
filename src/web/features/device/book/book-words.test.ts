import { expect, it } from 'vitest'
import type { EntryId, Instant, ReplyId } from '../../../../domain/ids.ts'
import { createBookWords } from './book-words.ts'

const words = createBookWords({
  people: [
    { name: 'Jonas', identifier: 'jonas@tagebuch.internal' },
    { name: 'Željka', identifier: 'zeljka@tagebuch.internal' },
  ],
  timeZone: 'Europe/Berlin',
  madeAt: '2026-11-22T09:00:00.000Z' as Instant,
})
const later = '2031-05-01T12:00:00.000Z' as Instant
const idea = { id: '1' as EntryId, user_id: 0, category: 'ideen', content: 'Zelten' } as const
const alone = { reactions: [], photos: [], replies: [], stories: [] }

it('what a wrong clock dated later than the book was made is shown with the time of its making', () => {
  const entry = { ...idea, created_at: later, completed_at: later, scheduled_date: later }
  const reply = { id: '2' as ReplyId, entry_id: entry.id, user_id: 1, content: 'Ja' } as const
  const replies = [{ ...reply, created_at: later }]
  const shown = words.entryWords({ ...alone, entry, replies })
  expect(shown.marks).toEqual(['10:00 Uhr'])
  expect(shown.replies).toMatchObject([{ when: '10:00 Uhr' }])
  // What is planned may lie ahead.
  expect(shown.notes).toEqual(['📅 1. Mai 2031, 14:00 Uhr', '✓ erledigt am 22. November 2026'])
  expect(words.localOf(later)).toBe('2026-11-22 10:00')
  expect(words.dayOf(later)).toBe('22. November 2026')
})

it('midnight is a time of an idea, and a date alone has none', () => {
  const entry = { ...idea, created_at: '2026-11-20T12:00:00.000Z' as Instant }
  const notes = (planned: string) =>
    words.entryWords({ ...alone, entry: { ...entry, scheduled_date: planned as Instant } }).notes
  expect(notes('2026-11-19T23:00:01.000Z')).toEqual(['📅 20. November 2026, 00:00 Uhr'])
  expect(notes('2026-11-19T23:00:00.000Z')).toEqual(['📅 20. November 2026'])
})
