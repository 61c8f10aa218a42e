import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../domain/entry.ts'
import type { SyncedTable } from '../../../domain/journal-tables.ts'
import {
  at,
  entriesIn,
  entryOn,
  idOf,
  journalWith,
  linkOf,
  me,
  note,
  partner,
  reactionTo,
  removalOf,
} from '../memory/test-journal.ts'
import type { JournalMemory } from '../memory/journal-memory.ts'
import { applyDeleteFrame, applyRows, applyTombstone } from './apply-rows.ts'

const length = 300
const every = <Value>(make: (index: number) => Value) =>
  Array.from({ length }, (_, index) => make(index))
const entry = (index: number, version: number, content = 'neu') =>
  entryOn(index, { content, updatedAt: at(version) })

const apply = (memory: JournalMemory, rows: readonly Entry[]) =>
  memory.change((change) => applyRows(change, 'entries', rows)).value

it('rows count where they are newer than what is held and removed', () => {
  const memory = journalWith([])
  // Of each four: unknown, held and older, held and newer, held in the same version.
  const held = every((index) => entry(index, 1000 + ([0, -1, 1][index % 4] ?? 0), 'alt'))
  memory.change((change) => {
    for (const [index, row] of held.entries()) {
      if (index % 4 !== 0) change.put('entries', row)
      // Of each twelve one was removed later, and one before it came back.
      const removedAt = [at(1001), at(999)][index % 12]
      if (removedAt !== undefined)
        change.put('tombstones', { table: 'entries', rowId: idOf(index), removedAt })
    }
  })
  const rows = every((index) => entry(index, 1000))
  expect(apply(memory, rows)).toBe(true)
  const contents = every((index) => memory.rows('entries').get(idOf(index))?.content)
  expect(contents).toEqual(
    every((index) => {
      if (index % 12 === 0) return undefined
      return index % 4 < 2 ? 'neu' : 'alt'
    }),
  )
  expect(apply(memory, rows)).toBe(false)
})

it('keeps reactions away whose entry was removed after them', () => {
  const memory = journalWith([])
  memory.change((change) => {
    every((index) => {
      const removedAt = at(index % 2 === 0 ? 1001 : 999)
      applyTombstone(change, { table: 'entries', rowId: idOf(index), removedAt })
    })
    const rows = every((index) => reactionTo(index, { updatedAt: at(1000) }))
    applyRows(change, 'reactions', rows)
  })
  const held = [...memory.rows('reactions').keys()]
  expect(held).toEqual(every((index) => reactionTo(index).id).filter((_, i) => i % 2 === 1))
})

describe('an entry that became private', () => {
  const removal = { table: 'entries', rowId: idOf(1), removedAt: at(5) } as const

  it('takes the reactions with it that are no newer', () => {
    const later = reactionTo(1, { id: 'later' as never, updatedAt: at(6) })
    // Another emoji: of the same one another reaction would hide it.
    const then = reactionTo(1, { id: 'then' as never, emoji: '🎉', updatedAt: at(5) })
    const reactions = [reactionTo(1), then, later, reactionTo(2)]
    const memory = journalWith([entryOn(1, { updatedAt: at(5) }), entryOn(2)], reactions)
    memory.change((change) => applyTombstone(change, removal))
    expect(entriesIn(memory)).toEqual([entryOn(2)])
    expect(memory.shown.of('reactions', idOf(1))).toEqual([later])
    expect(memory.shown.of('reactions', idOf(2))).toEqual([reactionTo(2)])
  })

  it.each([
    ['idea', 3, 1],
    ['story', 1, 3],
  ] as const)(
    'takes the links with it of which it is the %s, until they are newer',
    (_, story, idea) => {
      const link = (updatedAt: number) =>
        linkOf(story, idea, { userId: partner, updatedAt: at(updatedAt) })
      const memory = journalWith([entryOn(1), entryOn(3)])
      const links = () => memory.state().storyLinks.list
      const apply = (updatedAt: number) =>
        memory.change((change) => applyRows(change, 'story_links', [link(updatedAt)]))
      apply(3)
      expect(links()).toEqual([link(3)])
      memory.change((change) => applyTombstone(change, removal))
      expect(links()).toEqual([])
      apply(4)
      expect(links()).toEqual([])
      apply(6)
      expect(links()).toEqual([link(6)])
    },
  )
})

it('an entry or a quote ends the draft it was made of, whose tab could not', () => {
  const memory = journalWith([])
  const draft = { form: 'new-entry', value: 'Text', owner: 'gone', order: 1 } as const
  memory.change((change) => {
    for (const index of [1, 2, 3]) change.put('drafts', { ...draft, key: idOf(index) })
    applyRows(change, 'entries', [entryOn(1)])
    applyRows(change, 'custom_quotes', [{ id: idOf(2), updatedAt: at(1) } as never])
  })
  expect([...memory.rows('drafts').keys()]).toEqual([idOf(3)])
})

it('a removal counts once, the newest of several, and has its kind where an older copy did not note it', () => {
  const memory = journalWith([])
  const remove = (version: number, kind: 'hidden' | 'deleted') =>
    memory.change((rows) => applyRows(rows, 'removals', [{ ...removalOf(1, version), kind }])).value
  const known = () => [...memory.rows('tombstones').values()]
  const about = { table: 'entries', rowId: idOf(1) }
  expect(remove(5, 'deleted')).toBe(true)
  const first = known()
  expect(first).toEqual([{ ...about, removedAt: at(5) }])
  expect(remove(5, 'deleted')).toBe(false)
  expect(remove(4, 'hidden')).toBe(false)
  expect(known()[0]).toBe(first[0])
  expect(remove(5, 'hidden')).toBe(false)
  const second = known()
  expect(second).toEqual([{ ...about, removedAt: at(5), kind: 'hidden' }])
  expect(remove(5, 'hidden')).toBe(false)
  expect(remove(5, 'deleted')).toBe(false)
  expect(remove(4, 'hidden')).toBe(false)
  expect(known()[0]).toBe(second[0])
  expect(remove(6, 'deleted')).toBe(true)
  expect(known()).toEqual([{ ...about, removedAt: at(6) }])
  expect(apply(memory, [entryOn(1, { updatedAt: at(6) })])).toBe(false)
  const late = [reactionTo(1, { updatedAt: at(6) })]
  expect(memory.change((rows) => applyRows(rows, 'reactions', late)).value).toBe(false)
})

it('an edit that was sent from here is remembered while the partner goes on writing', () => {
  const memory = journalWith([entryOn(1)])
  const sent = { entryId: idOf(1), edit: note('meins'), editVersion: 1, updatedAt: at(1) }
  memory.change((rows) => rows.put('sentEdits', sent))
  expect(apply(memory, [entryOn(1, { content: 'ihres', updatedAt: at(2) })])).toBe(true)
  expect([...memory.rows('sentEdits').values()]).toEqual([sent])
})

it('a frame that a row is gone removes it unless it is newer, and what belongs to an entry with it', () => {
  const late = reactionTo(1, { updatedAt: at(9) })
  const memory = journalWith([entryOn(1, { updatedAt: at(3) }), entryOn(2)], [late, reactionTo(2)])
  const gone = (table: SyncedTable, id: string, version: number) =>
    memory.change((rows) => applyDeleteFrame(rows, table, id, at(version))).value
  expect(gone('entries', idOf(1), 2)).toBe(false)
  expect(memory.rows('entries').size).toBe(2)
  expect(gone('entries', idOf(1), 3)).toBe(true)
  expect(gone('entries', idOf(1), 3)).toBe(false)
  expect([...memory.rows('reactions').keys()]).toEqual([reactionTo(2).id])
  expect(gone('reactions', reactionTo(2).id, 2)).toBe(true)
  expect(entriesIn(memory)).toEqual([entryOn(2)])
  // It leaves no removal, but for a personal quote, whose id never comes back.
  expect(memory.rows('tombstones').size).toBe(0)
  expect(gone('custom_quotes', 'quote', 1)).toBe(false)
  const quote = { id: 'quote', userId: partner, updatedAt: at(9) } as never
  expect(memory.change((rows) => applyRows(rows, 'custom_quotes', [quote])).value).toBe(false)
})

it.each(['last_looks', 'removals'] as const)('what is never removed stays: %s', (table) => {
  const memory = journalWith([])
  const removal = { ...removalOf(1, 99), tableName: table, rowId: me }
  memory.change((rows) => {
    expect(applyDeleteFrame(rows, table, me, at(99))).toBe(false)
    expect(applyRows(rows, 'removals', [removal])).toBe(false)
  })
  expect(memory.rows('last_looks').size).toBe(1)
  expect(memory.rows('tombstones').size).toBe(0)
})
