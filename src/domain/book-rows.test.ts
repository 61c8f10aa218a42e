import { describe, expect, it } from 'vitest'
import { contentLimit } from './limits.ts'
import type { BookRows } from './book-format.ts'
import type { Book } from './book-reader.ts'
import { bookInZone, importBatches, type ImportBatch } from './book-rows.ts'
import type { EntryId, Instant, PartnerId, ReviewId, WordsHash } from './ids.ts'

const me = '11111111-1111-4111-8111-111111111111' as PartnerId
const createdAt = '2026-03-01T10:00:00.123456Z' as Instant
const entryId = (index: number) =>
  `22222222-2222-4222-8222-${String(index).padStart(12, '0')}` as EntryId

function bookOf(rows: Partial<Book['rows']>): Book {
  const none: Book['rows'] = {
    entries: [],
    reactions: [],
    replies: [],
    likes: [],
    quotes: [],
    marks: [],
    stories: [],
    reviews: [],
  }
  return { header: {} as Book['header'], rows: { ...none, ...rows }, isProven: true }
}

const entry = (index: number, content = 'Am Meer'): BookRows['entries'] => ({
  id: entryId(index),
  by: 0,
  category: 'gedanken',
  content,
  createdAt,
})

const batchesOf = (book: Book, limits: { rows: number; bytes: number }) => [
  ...importBatches(book, 0, me, limits),
]
const idsOf = (batches: readonly ImportBatch[]) =>
  batches.flatMap(({ entries = [] }) => entries.map(({ id }) => id))

describe('the rows to restore', () => {
  it('are in batches of limited size, each row once and in order', () => {
    const entries = Array.from({ length: 25 }, (_, index) => entry(index))
    const batches = batchesOf(bookOf({ entries }), { rows: 10, bytes: 100_000 })
    expect(batches.map(({ entries: part = [] }) => part.length)).toEqual([10, 10, 5])
    expect(idsOf(batches)).toEqual(entries.map(({ id }) => id))
  })

  it('fit into a request of 64 kB, with any quotes, backslashes and emoji in the texts', () => {
    const worst = ['"\\"', '🥰', '\u0001'].map((unit) => unit.repeat(contentLimit / unit.length))
    const entries = Array.from({ length: 600 }, (_, index) => entry(index, worst[index % 3]))
    const batches = batchesOf(bookOf({ entries }), { rows: 400, bytes: 55_000 })
    expect(idsOf(batches)).toHaveLength(600)
    for (const batch of batches) {
      const body = JSON.stringify({ batch: JSON.stringify(batch), trial: true })
      expect(Buffer.byteLength(body)).toBeLessThan(64_000)
    }
  })

  it('keep an entry with its reactions and marks, and hold only the person’s own', () => {
    const entries = [entry(1), { ...entry(2), by: 1 } as const, entry(3)]
    const reactions = [1, 2, 3].map((index) => ({
      entry: entryId(index),
      by: 0 as const,
      emoji: '❤️' as const,
      createdAt,
    }))
    const marks = [{ entry: entryId(3), by: 0 as const, createdAt }]
    const theirs = { entry: entryId(1), by: 1 as const, emoji: '🔥' as const, createdAt }
    const book = bookOf({ entries, reactions: [...reactions, theirs], marks })
    const parts = batchesOf(book, { rows: 3, bytes: 100_000 }).map((batch) =>
      Object.fromEntries(
        Object.entries(batch).map(([part, rows]) => [
          part,
          rows.map((row) => String(row['entry_id'] ?? row['id']).slice(-1)),
        ]),
      ),
    )
    expect(parts).toEqual([
      { entries: ['1'], reactions: ['1'] },
      { entries: ['3'], reactions: ['3'], marks: ['3'] },
      { reactions: ['2'] },
    ])
  })

  it('keep an idea and the stories that tell of it together', () => {
    const entries = [entry(1), entry(2), { ...entry(3), category: 'ideen' as const }]
    const stories = [{ story: entryId(1), idea: entryId(3), by: 0 as const, createdAt }]
    const [first, second] = batchesOf(bookOf({ entries, stories }), { rows: 3, bytes: 100_000 })
    expect(first?.entries?.map(({ id }) => id)).toEqual([entryId(1), entryId(3)])
    expect(first?.stories).toEqual([{ id: entryId(1), idea_id: entryId(3), created_at: createdAt }])
    expect(second?.entries?.map(({ id }) => id)).toEqual([entryId(2)])
  })

  it('fit into a call, however often a word was practised', () => {
    const reviews = Array.from({ length: 1200 }, (_, index) => ({
      id: `33333333-3333-4333-8333-${String(index).padStart(12, '0')}` as ReviewId,
      entry: entryId(1),
      by: 0 as const,
      direction: 'de-hr' as const,
      grade: 3 as const,
      wordsHash: '44444444-4444-4444-8444-444444444444' as WordsHash,
      createdAt,
    }))
    const batches = batchesOf(bookOf({ entries: [entry(1)], reviews }), { rows: 400, bytes: 1e6 })
    const sizes = batches.map((batch) => Object.values(batch).flat().length)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(400)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1201)
  })

  it('keep a date without a time on its day where the journal has another time zone since', () => {
    const scheduledDate = '2026-11-19T23:00:00.000000Z' as Instant
    const entries = [entry(1), { ...entry(2), category: 'ideen' as const, scheduledDate }]
    const header = { timeZone: 'Europe/Berlin' } as Book['header']
    const book = bookInZone({ ...bookOf({ entries }), header }, 'America/New_York')
    const [batch] = batchesOf(book, { rows: 10, bytes: 100_000 })
    expect(batch?.entries?.map((row) => row['scheduled_date'])).toEqual([
      null,
      '2026-11-20T05:00:00.000000Z',
    ])
  })
})
