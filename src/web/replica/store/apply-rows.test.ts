import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../domain/entry.ts'
import {
  at,
  entriesIn,
  entryOn,
  idOf,
  journalWith,
  partner,
  reactionTo,
} from '../memory/test-journal.ts'
import type { JournalMemory } from '../memory/journal-memory.ts'
import { applyRows, applyTombstone } from './apply-rows.ts'

const length = 300
const every = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => make(index))
const entry = (index: number, version: number, content = 'neu') =>
  entryOn(index, { content, updatedAt: at(version) })

const apply = (memory: JournalMemory, rows: readonly Entry[]) =>
  memory.change((change) => applyRows(change, 'entries', rows)).value

it('rows count where they are newer than what is held and removed', () => {
  const memory = journalWith([])
  // Of each four: unknown, held and older, held and newer, held in the same version.
  const held = every(length, (index) => entry(index, 1000 + ([0, -1, 1][index % 4] ?? 0), 'alt'))
  memory.change((change) => {
    for (const [index, row] of held.entries()) if (index % 4 !== 0) change.put('entries', row)
    // Of each twelve one was removed later, and one before it came back.
    for (const index of every(length, (one) => one))
      for (const removedAt of [[1001, 999][index % 12]])
        if (removedAt !== undefined)
          change.put('tombstones', {
            table: 'entries',
            rowId: idOf(index),
            removedAt: at(removedAt),
          })
  })
  const rows = every(length, (index) => entry(index, 1000))
  expect(apply(memory, rows)).toBe(true)
  const contents = every(length, (index) => memory.rows('entries').get(idOf(index))?.content)
  expect(contents).toEqual(
    every(length, (index) => {
      if (index % 12 === 0) return undefined
      return index % 4 < 2 ? 'neu' : 'alt'
    }),
  )
  expect(apply(memory, rows)).toBe(false)
})

it('keeps reactions away whose entry was removed after them', () => {
  const memory = journalWith([])
  memory.change((change) => {
    for (const index of every(length, (one) => one)) {
      const removedAt = at(index % 2 === 0 ? 1001 : 999)
      applyTombstone(change, { table: 'entries', rowId: idOf(index), removedAt })
    }
    const rows = every(length, (index) => reactionTo(index, { updatedAt: at(1000) }))
    applyRows(change, 'reactions', rows)
  })
  const held = [...memory.rows('reactions').keys()]
  expect(held).toEqual(every(length, (index) => reactionTo(index).id).filter((_, i) => i % 2 === 1))
})

describe('an entry that became private', () => {
  const removal = { table: 'entries', rowId: idOf(1), removedAt: at(5) } as const

  it('takes the reactions with it that are no newer', () => {
    const later = reactionTo(1, { id: 'later' as never, updatedAt: at(6) })
    const memory = journalWith([entryOn(1), entryOn(2)], [reactionTo(1), later, reactionTo(2)])
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
      const link = (updatedAt: number) => ({
        id: idOf(story),
        userId: partner,
        ideaId: idOf(idea),
        createdAt: at(3),
        updatedAt: at(updatedAt),
      })
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
