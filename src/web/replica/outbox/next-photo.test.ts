import { expect, it } from 'vitest'
import { entryOn, idOf, journalWith, me, note, unsentPhoto } from '../memory/test-journal.ts'
import type { Transaction } from '../memory/transaction.ts'
import type { UnsentPhoto } from '../memory/unsent-photos.ts'
import type { Clock } from './misdated.ts'
import { nextPhoto } from './next-photo.ts'

const clock: Clock = { verdictOn: () => 'not-yet' }

it('the next photo is the one that waits longest, of an entry that is there and of which nothing else waits', () => {
  const memory = journalWith([1, 2, 3].map((day) => entryOn(day, { userId: me })))
  /** The entry of the next photo after a change. */
  const next = (change: (rows: Transaction) => void) =>
    memory.change((rows) => {
      change(rows)
      return nextPhoto(rows, clock)?.entryId
    }).value
  const put =
    (day: number, changes: Partial<UnsentPhoto> = {}) =>
    (rows: Transaction) =>
      rows.put('unsentPhotos', unsentPhoto(day, changes))

  expect(next(put(2))).toBe(idOf(2))
  expect(next(put(1))).toBe(idOf(1))
  // The entry is not here.
  expect(next(put(9, { queuedAt: 0 }))).toBe(idOf(1))
  const edit = { action: 'edit-entry', entryId: idOf(1), edit: note('neu') } as const
  const text = { id: idOf(50), seq: 1, mutation: { ...edit, baseVersion: 1 } }
  expect(next((rows) => rows.put('outbox', text))).toBeUndefined()
  // For a text that the server fails on only its own entry waits.
  const trouble = { kind: 'retrying', tries: 1, overtaken: false } as const
  expect(next((rows) => rows.put('outbox', { ...text, trouble }))).toBe(idOf(2))
  expect(next(put(3))).toBe(idOf(2))
  const deletion = { entryId: idOf(2), due: 0 }
  expect(next((rows) => rows.put('deletions', deletion))).toBe(idOf(3))
  expect(next((rows) => rows.remove('deletions', idOf(2)))).toBe(idOf(2))
  expect(next(put(2, { tries: 1 }))).toBe(idOf(3))
  expect(next(put(3, { problem: 'too-many' }))).toBe(idOf(2))
})
