import { describe, expect, it } from 'vitest'
import { entryOn, journalWith } from '../memory/test-journal.ts'
import { hasAllEntries, loadedFrom } from './list.ts'

describe('the number of entries', () => {
  const cursor = { updatedAt: entryOn(1).updatedAt, id: entryOn(1).id }
  const progress = (backfillCursor?: typeof cursor) => [
    { table: 'entries', cursor, backfillCursor } as const,
  ]
  const state = { ...journalWith([entryOn(1)]).state(), isWhole: true, progress: progress() }

  it('is known once all of them are in memory', () => {
    expect(hasAllEntries(state)).toBe(true)
  })

  it.each([
    ['while the device’s copy is read', { isWhole: false }],
    ['before the first page has come', { journal: undefined }],
    ['while older ones are to come from the server', { progress: progress(cursor) }],
  ])('may grow %s', (_, changes) => {
    expect(hasAllEntries({ ...state, ...changes })).toBe(false)
  })

  it('is known of days on which nothing changed that is still to come', () => {
    const now = Date.UTC(2026, 5, 12)
    expect(loadedFrom(state, now)).toBeUndefined()
    expect(loadedFrom({ ...state, progress: progress(cursor) }, now)).toBe('2026-01-03')
    expect(loadedFrom({ ...state, isWhole: false, progress: progress(cursor) }, now)).toBe(
      '2026-06-13',
    )
    expect(loadedFrom({ ...state, journal: undefined }, now)).toBe('2026-06-13')
  })
})
