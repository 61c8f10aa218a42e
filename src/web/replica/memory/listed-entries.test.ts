import * as fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Entry } from '../../../domain/entry.ts'
import type { JournalMemory } from './journal-memory.ts'
import { ListedEntries } from './listed-entries.ts'
import {
  at,
  entriesIn,
  entryOn,
  idOf,
  journalWith,
  letDeletionWait,
  me,
  photoOf,
  unsentPhoto,
} from './test-journal.ts'

const isOpen = ({ completed }: Entry) => !completed
const idsIn = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)

/** A list that is asked after each change, as one on the screen is. */
function listOf(memory: JournalMemory, holds: (entry: Entry, photos: number) => boolean = isOpen) {
  const listed = new ListedEntries(memory, holds)
  memory.subscribe(() => void listed.current())
  return listed
}

function tick(memory: JournalMemory, day: number, completed = true): void {
  memory.change((rows) =>
    rows.put('entries', entryOn(day, { completed, updatedAt: at(day + 100) })),
  )
}

it('a change of a row is asked about alone, and leaves the list where that holds it as before', () => {
  const memory = journalWith(Array.from({ length: 1000 }, (_, index) => entryOn(index + 1)))
  const holds = vi.fn<(entry: Entry) => boolean>(isOpen)
  const listed = listOf(memory, holds)
  const before = listed.current()
  expect(before).toHaveLength(1000)
  holds.mockClear()
  memory.change((rows) => rows.put('entries', entryOn(7, { content: 'anders' })))
  expect(listed.current()).toBe(before)
  expect(new Set(holds.mock.calls.map(([{ id }]) => id))).toEqual(new Set([idOf(7)]))
  tick(memory, 7)
  expect(idsIn(listed.current())).toEqual(idsIn(before).filter((id) => id !== idOf(7)))
  tick(memory, 7, false)
  expect(listed.current()).toEqual(before)
})

it('all entries are the journal’s own order', () => {
  const memory = journalWith([entryOn(1), entryOn(2)])
  const listed = new ListedEntries(memory, undefined)
  tick(memory, 1)
  expect(listed.current()).toBe(memory.state().entries.list)
})

it('holds what a filter of all entries would, seen after each change or seldom', () => {
  const change = fc.record({
    day: fc.integer({ min: 1, max: 60 }),
    kind: fc.constantFrom('put', 'tick', 'move', 'remove', 'delete', 'undo'),
  })
  const piece = fc.record({
    changes: fc.array(change, { minLength: 1, maxLength: 40, size: 'max' }),
    isSeen: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const memory = journalWith([])
      const always = listOf(memory)
      const seldom = new ListedEntries(memory, isOpen)
      for (const { changes, isSeen } of pieces) {
        const before = always.current()
        memory.change((rows) => {
          for (const { day, kind } of changes) {
            if (kind === 'put') rows.put('entries', entryOn(day))
            if (kind === 'tick') rows.put('entries', entryOn(day, { completed: true }))
            if (kind === 'move') rows.put('entries', entryOn(day, { createdAt: at(day + 30) }))
            if (kind === 'remove') rows.remove('entries', idOf(day))
            if (kind === 'delete') rows.put('deletions', { entryId: idOf(day), due: 0 })
            if (kind === 'undo') rows.remove('deletions', idOf(day))
          }
        })
        const wanted = idsIn(entriesIn(memory).filter(isOpen))
        expect(idsIn(always.current())).toEqual(wanted)
        expect(isSeen ? idsIn(seldom.current()) : wanted).toEqual(wanted)
        const isSame = JSON.stringify(before) === JSON.stringify(always.current())
        expect(isSame ? always.current() : before).toBe(before)
      }
    }),
  )
})

it('photos that wait to be sent count as those of the server, and once while both are here', () => {
  const memory = journalWith([entryOn(1), entryOn(2)])
  const listed = listOf(memory, (_, photos) => photos === 1)
  expect(listed.current()).toEqual([])
  const photo = unsentPhoto(1, { description: 'Am Meer' })
  memory.change((rows) => rows.put('unsentPhotos', photo))
  expect(idsIn(listed.current())).toEqual([idOf(1)])
  expect(memory.shown.of('photos', idOf(1))).toMatchObject([{ userId: me, description: 'Am Meer' }])
  // Its event comes before its answer.
  memory.change((rows) => rows.put('photos', photoOf(1, { id: photo.id, userId: me })))
  expect(idsIn(listed.current())).toEqual([idOf(1)])
  expect(memory.shown.of('photos', idOf(1))).toHaveLength(1)
  memory.change((rows) => {
    rows.remove('unsentPhotos', photo.id)
    rows.remove('photos', photo.id)
  })
  expect(listed.current()).toEqual([])
})

it('an entry that is about to be deleted leaves the list, and comes back with the undo', () => {
  const memory = journalWith([entryOn(1), entryOn(2)])
  const listed = new ListedEntries(memory, isOpen)
  const before = listed.current()
  letDeletionWait(memory, idOf(1))
  expect(idsIn(listed.current())).toEqual([idOf(2)])
  memory.change((rows) => rows.remove('deletions', idOf(1)))
  expect(listed.current()).toEqual(before)
})
