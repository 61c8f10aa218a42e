import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { Entry } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { byNewest } from './entry-order.ts'
import type { JournalMemory } from './journal-memory.ts'
import type { ReadTable } from './journal-rows.ts'
import type { JournalState } from './journal-state.ts'
import {
  at,
  createEntry,
  entriesIn,
  entryOn,
  idOf,
  journalWith,
  letDeletionWait,
  me,
  reactionTo,
  replyTo,
  setQueue,
} from './test-journal.ts'

const contents = (list: readonly Entry[]) => list.map(({ content }) => content)
const tick = (day: number) =>
  ({ action: 'toggle-completed', entryId: idOf(day), completedAt: at(20) }) as const
const reaction = { entryId: idOf(1), reactionId: 'own' as never, emoji: '👍' as const }
const react = { action: 'add-reaction', ...reaction, createdAt: at(2) } as const

/** Counts how often a component that shows this part is drawn again. */
function countValues(memory: JournalMemory, select: (state: JournalState) => unknown) {
  let last = select(memory.state())
  let count = 0
  memory.subscribe(() => {
    const value = select(memory.state())
    if (value !== last) count += 1
    last = value
  })
  return () => count
}

/** Counts how often a component that shows these rows of an entry is drawn again. */
function countCalls(memory: JournalMemory, table: ReadTable, id: EntryId) {
  const called = vi.fn<() => void>()
  memory.shown.subscribe(table, id, called)
  return () => called.mock.calls.length
}

function markInFlight(memory: JournalMemory): void {
  memory.change((rows) => {
    for (const queued of rows.all('outbox')) rows.put('outbox', { ...queued, isInFlight: true })
  })
}

describe('the journal in memory', () => {
  it('shows entries newest first, for any order and size of what comes', () => {
    const sizes = { minLength: 1, maxLength: 120, size: 'max' } as const
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 300 }), sizes)
    fc.assert(
      fc.property(fc.array(days, { maxLength: 4 }), (pieces) => {
        const memory = journalWith([])
        for (const piece of pieces)
          memory.change((rows) => piece.forEach((day) => rows.put('entries', entryOn(day))))
        const all = [...new Set(pieces.flat())].map((day) => entryOn(day)).sort(byNewest)
        expect(contents(entriesIn(memory))).toEqual(contents(all))
      }),
    )
  })

  it('an entry that moves in time, changes or goes is shown once or not at all', () => {
    const memory = journalWith([entryOn(1), entryOn(2), entryOn(3)])
    const moved = { ...entryOn(2), createdAt: at(4), updatedAt: at(4) }
    memory.change((rows) => {
      rows.put('entries', moved)
      rows.remove('entries', idOf(3))
    })
    expect(contents(entriesIn(memory))).toEqual(['Tag 2', 'Tag 1'])
    expect(memory.shown.get('entries', idOf(3))).toBeUndefined()
  })

  it('a row that did not change keeps its identity, and so does each part of the state', () => {
    const memory = journalWith([entryOn(1), entryOn(2)], [reactionTo(1), reactionTo(2)])
    const before = memory.state()
    const [, older] = entriesIn(memory)
    setQueue(memory, tick(2))
    const after = memory.state()
    expect(entriesIn(memory)[0]?.completed).toBe(true)
    expect(entriesIn(memory)[1]).toBe(older)
    expect(after.entries).toBe(before.entries)
    expect(after.reactions).toBe(before.reactions)
    expect(after.likes).toBe(before.likes)
    expect(after.unsent).toEqual(new Set([idOf(2)]))
  })

  it('shows a tick once, on its card: no mark, answer or echo draws that again, and nothing the list or another card', () => {
    const memory = journalWith(Array.from({ length: 10_000 }, (_, index) => entryOn(index + 1)))
    const before = memory.state()
    const lists = countValues(memory, ({ entries }) => entries)
    const cards = [idOf(2), idOf(3)].map((id) => countCalls(memory, 'entries', id))
    const completion = { completed: true, completedAt: at(20) }
    setQueue(memory, tick(2))
    markInFlight(memory)
    const row = entryOn(2, { ...completion, updatedAt: at(21) })
    memory.change((rows) => {
      for (const { id } of rows.all('outbox')) rows.remove('outbox', id)
      rows.put('entries', row)
    })
    memory.change((rows) => rows.put('entries', { ...row }))
    expect(memory.shown.get('entries', idOf(2))).toMatchObject(completion)
    expect(cards.map((count) => count())).toEqual([1, 0])
    expect(lists()).toBe(0)
    expect(memory.state()).toEqual(before)
  })

  it('shows a new entry when it is written and when the server’s row comes, and a reaction likewise', () => {
    const memory = journalWith([entryOn(1)])
    const lists = countValues(memory, ({ entries }) => entries.list)
    const card = countCalls(memory, 'entries', idOf(2))
    const reactions = countCalls(memory, 'reactions', idOf(1))
    setQueue(memory, createEntry(2), react)
    markInFlight(memory)
    expect([lists(), card(), reactions()]).toEqual([1, 1, 1])
    memory.change((rows) => {
      for (const { id } of rows.all('outbox')) rows.remove('outbox', id)
      rows.put('entries', entryOn(2, { userId: me }))
      rows.put('reactions', reactionTo(1, { id: react.reactionId, userId: me, emoji: '👍' }))
    })
    // It stays in its place.
    expect([lists(), card(), reactions()]).toEqual([1, 2, 2])
  })

  it('a state is a value: what it says stays while rows change and go', () => {
    const memory = journalWith([entryOn(1), entryOn(2), entryOn(3)], [reactionTo(1)])
    const first = memory.state()
    const saidFirst = JSON.stringify(first)
    setQueue(memory, tick(2))
    letDeletionWait(memory, idOf(1))
    const second = memory.state()
    const saidSecond = JSON.stringify(second)
    memory.change((rows) => {
      for (const day of [2, 3]) rows.remove('entries', idOf(day))
      rows.remove('reactions', reactionTo(1).id)
      rows.put('replies', replyTo(1))
    })
    expect([JSON.stringify(first), JSON.stringify(second)]).toEqual([saidFirst, saidSecond])
    expect(first.entries.list.map(({ id }) => id)).toEqual([idOf(3), idOf(2), idOf(1)])
    expect(second.entries.list.map(({ id }) => id)).toEqual([idOf(3), idOf(2)])
    expect(second.unsent).toEqual(new Set([idOf(2)]))
    expect(memory.state().entries.list).toEqual([])
  })

  it('tells lists of a change before cards, once all of it is in place', () => {
    const memory = journalWith([entryOn(1), entryOn(2)])
    const told: string[] = []
    const seen = () => memory.state().entries.list.length
    memory.shown.subscribe('entries', idOf(1), () => told.push(`card ${seen()}`))
    const stop = memory.shown.subscribe('replies', idOf(1), () => told.push('replies'))
    memory.subscribe(() => told.push(`list ${seen()}`))
    memory.change((rows) => {
      rows.put('replies', replyTo(1))
      rows.remove('entries', idOf(1))
    })
    expect(told.toSorted()).toEqual(['card 1', 'list 1', 'replies'])
    expect(told[0]).toBe('list 1')
    stop()
    memory.change((rows) => rows.remove('replies', replyTo(1).id))
    expect(told.filter((one) => one === 'replies')).toHaveLength(1)
    expect(memory.shown.get('entries', idOf(1))).toBeUndefined()
  })

  it('hides an entry whose deletion is queued or can still be undone, and shows its row again after either', () => {
    const memory = journalWith([entryOn(1)])
    const [row] = entriesIn(memory)
    setQueue(memory, { action: 'delete-entry', entryId: idOf(1) })
    expect(memory.state().entries.list).toEqual([])
    setQueue(memory)
    expect(entriesIn(memory)[0]).toBe(row)
    letDeletionWait(memory, idOf(1))
    expect(memory.state().entries.list).toEqual([])
    memory.change((rows) => rows.remove('deletions', idOf(1)))
    expect(entriesIn(memory)).toEqual([row])
  })

  it('shows an own reaction that waits to be sent among the others', () => {
    const memory = journalWith([entryOn(1)], [reactionTo(1)])
    setQueue(memory, react)
    expect(memory.shown.of('reactions', idOf(1)).map(({ emoji }) => emoji)).toEqual(['🔥', '👍'])
    setQueue(memory)
    memory.change((rows) => rows.remove('reactions', reactionTo(1).id))
    expect(memory.shown.of('reactions', idOf(1))).toEqual([])
  })

  it('notifies once for each change, after all of it is in place', () => {
    const memory = journalWith([])
    const seen: number[] = []
    const shown = () => entriesIn(memory).length + memory.shown.of('reactions', idOf(1)).length
    memory.subscribe(() => seen.push(shown()))
    memory.change((rows) => {
      rows.put('entries', entryOn(1))
      rows.put('reactions', reactionTo(1))
    })
    memory.change((rows) => rows.get('entries', idOf(1)))
    expect(seen).toEqual([2])
  })

  it('changes nothing where a change fails, and says nothing of it', () => {
    const memory = journalWith([entryOn(1), entryOn(2)], [reactionTo(1)])
    const before = memory.state()
    const changed = vi.fn<() => void>()
    memory.subscribe(changed)
    const failing = () =>
      memory.change((rows) => {
        rows.put('entries', entryOn(3))
        rows.remove('entries', idOf(1))
        rows.remove('reactions', reactionTo(1).id)
        rows.put('entries', entryOn(2, { content: 'anders' }))
        throw new Error('no')
      })
    expect(failing).toThrow('no')
    expect(memory.state()).toBe(before)
    expect(changed).not.toHaveBeenCalled()
    // The next state has all of it.
    memory.change((rows) => rows.put('entries', entryOn(4)))
    expect(contents(entriesIn(memory))).toEqual(['Tag 4', 'Tag 2', 'Tag 1'])
    expect(memory.shown.of('reactions', idOf(1))).toEqual([reactionTo(1)])
    expect(memory.state().me).toBe(me)
  })

  it('says what a change did: each row as it was before and is after all of it', () => {
    const memory = journalWith([entryOn(1), entryOn(2)])
    const again = entryOn(1, { content: 'wieder da' })
    const { changes } = memory.change((rows) => {
      rows.remove('entries', idOf(1))
      rows.put('entries', again)
      rows.remove('entries', idOf(2))
      rows.remove('entries', idOf(3))
    })
    expect([...(changes.entries ?? [])]).toEqual([
      [idOf(1), { before: entryOn(1), after: again }],
      [idOf(2), { before: entryOn(2), after: undefined }],
    ])
  })

  it('resolves a wait for a state with the first one that is wanted', async () => {
    const memory = journalWith([])
    const waiting = memory.until(({ entries }) => entries.list.length === 2)
    for (const day of [1, 2, 3]) memory.change((rows) => rows.put('entries', entryOn(day)))
    expect((await waiting).entries.list).toHaveLength(2)
  })
})
