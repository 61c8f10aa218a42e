import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  at,
  entryOn,
  idOf,
  journalWith,
  letDeletionWait,
  me,
  photoOf,
  reactionTo,
  replyTo,
  setQueue,
} from '../memory/test-journal.ts'
import type { Entry } from '../../../domain/entry.ts'
import {
  instantFromMilliseconds,
  millisecondsOf,
  type Instant,
  type PhotoId,
} from '../../../domain/ids.ts'
import type { JournalMemory } from '../memory/journal-memory.ts'
import type { RecentRow } from '../memory/recent-rows.ts'
import { newsCount, newsOf } from './news.ts'

const lines = ({ state, shown }: JournalMemory) =>
  newsOf(state(), shown, 40).items.map(({ kind, excerpt }) => `${kind}: ${excerpt}`)
const counted = ({ state, shown }: JournalMemory) => newsCount(state(), shown)
/** True where there is more than this number of lines. */
const hasMore = ({ state, shown }: JournalMemory, count: number) =>
  newsOf(state(), shown, count).more

const epoch = '1970-01-01T00:00:00.000000Z' as Instant

describe('what is new for me', () => {
  it('is what the partner wrote and reacted after the last look, newest first', () => {
    const reaction = reactionTo(3, { visibleSince: at(12) })
    const memory = journalWith([entryOn(3, { userId: me }), entryOn(9), entryOn(11)], [reaction])
    expect(counted(memory)).toBe(2)
    expect(lines(memory)).toEqual(['reaction: Tag 3', 'entry: Tag 11', 'entry: Tag 9'])
  })

  it('counts an entry that was written long ago and shared now', () => {
    const memory = journalWith([entryOn(2, { visibleSince: at(20) }), entryOn(11)])
    expect(lines(memory)).toEqual(['entry: Tag 2', 'entry: Tag 11'])
  })

  it('keeps its order and its number, for any order and size of what comes, changes and goes', () => {
    const seldom = fc.nat(5).map((number) => number === 0)
    const row = fc.record({
      day: fc.integer({ min: 1, max: 200 }),
      since: fc.integer({ min: 1, max: 40 }),
      isMine: seldom,
      isGone: seldom,
    })
    fc.assert(
      fc.property(
        // Many changes at once are ordered in another way than few.
        fc.array(fc.array(row, { maxLength: 120, size: 'max' }), { maxLength: 6 }),
        (pieces) => {
          const memory = journalWith([])
          const held = new Map<number, Entry>()
          for (const piece of pieces)
            memory.change((rows) => {
              for (const { day, since, isMine, isGone } of piece) {
                const entry = entryOn(day, {
                  visibleSince: at(since),
                  ...(isMine && { userId: me }),
                })
                if (isGone) rows.remove('entries', idOf(day))
                else rows.put('entries', entry)
                if (isGone) held.delete(day)
                else held.set(day, entry)
              }
            })
          const theirs = [...held.values()].filter(({ userId }) => userId !== me)
          const keyOf = (row: RecentRow) => `${row.visibleSince} ${row.id}`
          const newestFirst = theirs.map(keyOf).toSorted().toReversed()
          // The rows themselves: the lines are sorted once more, beside the reactions.
          expect(memory.state().entries.recent.map(keyOf)).toEqual(newestFirst)
          const { items } = newsOf(memory.state(), memory.shown, 200)
          const lines = items.map(({ visibleSince, entryId }) => `${visibleSince} ${entryId}`)
          expect(lines).toEqual(newestFirst)
          const fresh = theirs.filter(({ visibleSince }) => visibleSince > at(10))
          expect(counted(memory)).toBe(Math.min(100, fresh.length))
        },
      ),
    )
  })

  it('is nothing before the last look is known, and nothing of what came back out of a file', () => {
    const memory = journalWith([entryOn(11, { visibleSince: epoch })])
    expect([counted(memory), lines(memory)]).toEqual([0, []])
    memory.change((rows) => {
      rows.remove('last_looks', me)
      rows.put('entries', entryOn(12))
    })
    expect(counted(memory)).toBe(0)
  })

  it('a look that waits to be sent moves the count, not the lines', () => {
    const memory = journalWith([entryOn(11), entryOn(12)])
    setQueue(memory, { action: 'last-look', seenUntil: at(11) })
    expect(counted(memory)).toBe(1)
    expect(lines(memory)).toHaveLength(2)
  })

  it('what is about to be deleted has neither a line nor a place in the count', () => {
    const memory = journalWith([entryOn(11)], [reactionTo(11, { visibleSince: at(12) })])
    expect(counted(memory)).toBe(2)
    letDeletionWait(memory, idOf(11))
    expect([counted(memory), lines(memory)]).toEqual([0, []])
  })

  it('a reply to an entry that is about to be deleted has neither, and comes back with the entry', () => {
    const memory = journalWith([entryOn(3, { userId: me })])
    memory.change((rows) => rows.put('replies', replyTo(3, { visibleSince: at(12) })))
    expect([counted(memory), lines(memory)]).toEqual([1, ['reply: Antwort 3']])
    letDeletionWait(memory, idOf(3))
    expect([counted(memory), lines(memory)]).toEqual([0, []])
    memory.change((rows) => rows.remove('deletions', idOf(3)))
    expect(counted(memory)).toBe(1)
  })

  it('photos that come with their entry, or with its end of being private, are no news of their own', () => {
    const minute = (count: number) =>
      instantFromMilliseconds(millisecondsOf(at(11)) + count * 60_000)
    const memory = journalWith([entryOn(11), entryOn(12, { visibleSince: at(20) })])
    memory.change((rows) => {
      rows.put('photos', photoOf(11, { createdAt: minute(0.5), visibleSince: minute(90) }))
      rows.put('photos', photoOf(12, { createdAt: at(15), visibleSince: at(20) }))
    })
    expect(counted(memory)).toBe(2)
    expect(lines(memory)).toEqual(['entry: Tag 12', 'entry: Tag 11'])
  })

  it('photos that come to a known entry are one piece of news, which counts them all', () => {
    const memory = journalWith([entryOn(3), entryOn(4, { userId: me })])
    const added = (entry: number, day: number) => {
      const changes = { id: `photo ${entry} ${day}` as PhotoId, createdAt: at(day) }
      const photo = photoOf(entry, { ...changes, visibleSince: at(day) })
      memory.change((rows) => rows.put('photos', photo))
    }
    added(3, 9)
    expect(counted(memory)).toBe(0)
    added(3, 12)
    added(4, 11)
    added(3, 13)
    expect(counted(memory)).toBe(2)
    const { items } = newsOf(memory.state(), memory.shown, 2)
    expect(items).toMatchObject([
      { kind: 'photos', photos: 3, entryId: idOf(3), visibleSince: at(13), excerpt: 'Tag 3' },
      { kind: 'photos', photos: 1, entryId: idOf(4), visibleSince: at(11) },
    ])
    memory.change((rows) => rows.remove('entries', idOf(3)))
    expect(counted(memory)).toBe(1)
  })

  it('is nothing of what came back out of a file, beside what is new and before any look', () => {
    const early = { visibleSince: '1970-01-01T23:59:59.999999Z' as Instant }
    const late = { visibleSince: '1970-01-02T00:00:00.000001Z' as Instant }
    const memory = journalWith([entryOn(11), entryOn(12, early)], [reactionTo(11, early)])
    memory.change((rows) => {
      rows.put('replies', replyTo(11, early))
      rows.put('last_looks', { id: me, seenUntil: epoch, updatedAt: at(1) })
    })
    expect([counted(memory), lines(memory)]).toEqual([1, ['entry: Tag 11']])
    memory.change((rows) => rows.put('entries', entryOn(13, late)))
    expect(counted(memory)).toBe(2)
  })

  it('says that there is more only when there is more than was asked for', () => {
    const reaction = reactionTo(11, { visibleSince: at(13) })
    const memory = journalWith([entryOn(11), entryOn(12)], [reaction])
    expect([2, 3, 4].map((count) => hasMore(memory, count))).toEqual([true, false, false])
  })

  it('lists as many lines as were asked for, and says when there are more', () => {
    const memory = journalWith(Array.from({ length: 150 }, (_, index) => entryOn(index + 11)))
    expect(hasMore(memory, 40)).toBe(true)
    expect(lines(memory)).toHaveLength(40)
    expect(lines(memory)[0]).toBe('entry: Tag 160')
    expect(counted(memory)).toBe(100)
  })
})
