import { describe, expect, it } from 'vitest'
import { at, entryOn, idOf, journalWith } from '../memory/test-journal.ts'
import { hasAllEntries, loadedFrom } from './list.ts'

describe('the number of entries', () => {
  const cursor = { updatedAt: at(1), id: idOf(1) }
  const progress = (backfillCursor?: typeof cursor) => [
    { table: 'entries', cursor, backfillCursor } as const,
  ]
  const state = { ...journalWith([entryOn(1)]).state(), isWhole: true, progress: progress() }

  it.each([
    ['is known once all of them are in memory', true, {}],
    ['may grow while the device’s copy is read', false, { isWhole: false }],
    ['may grow before the first page has come', false, { journal: undefined }],
    ['may grow while older ones are to come', false, { progress: progress(cursor) }],
  ])('%s', (_, isKnown, changes) => {
    expect(hasAllEntries({ ...state, ...changes })).toBe(isKnown)
  })

  it('is known of days on which nothing changed that is still to come', () => {
    const now = Date.UTC(2026, 5, 12)
    const filling = { ...state, progress: progress(cursor) }
    expect(loadedFrom(state, now)).toBeUndefined()
    expect(loadedFrom(filling, now)).toBe('2026-01-03')
    expect(loadedFrom({ ...filling, isWhole: false }, now)).toBe('2026-06-13')
    expect(loadedFrom({ ...state, journal: undefined }, now)).toBe('2026-06-13')
  })
})
