import { describe, expect, it } from 'vitest'
import { emptyFilter } from '../../../domain/filter.ts'
import {
  at,
  entriesIn,
  entryOn,
  idOf,
  journalWith,
  me,
  note,
  photoOf,
  setQueue,
} from '../memory/test-journal.ts'
import { entriesFound, FoldedEntries, type FoldedTexts } from './found.ts'
import { anyBefore } from './list.ts'

const now = Date.UTC(2026, 5, 1)
const everything = { filter: emptyFilter, now }

const journal = () =>
  journalWith([
    entryOn(1, { content: 'Zürich am Abend' }),
    entryOn(2, { content: 'Bern am Abend', userId: me }),
    entryOn(3, { content: '🇩🇪 Abend | 🇭🇷 večer', category: 'uebersetzungen' }),
  ])

describe('a search', () => {
  const texts: FoldedTexts = new WeakMap()
  const foldedOf = (memory: ReturnType<typeof journal>) =>
    new FoldedEntries(memory.state(), memory.shown, texts)
  const found = (memory: ReturnType<typeof journal>, words: string, filter = emptyFilter) =>
    entriesFound(memory.state(), foldedOf(memory), words, { filter, now })?.map(
      ({ id }) => memory.shown.get('entries', id)?.content,
    )

  it('finds every entry that holds all words, newest first', () => {
    expect(found(journal(), 'abend')).toHaveLength(3)
    expect(found(journal(), 'abend zurich')).toEqual(['Zürich am Abend'])
    expect(found(journal(), 'vecer')).toEqual(['🇩🇪 Abend | 🇭🇷 večer'])
    expect(found(journal(), 'jonas abend')).toEqual(['Bern am Abend'])
  })

  it('looks under the filter only, and for nothing while no word is typed', () => {
    const mine = { ...emptyFilter, creator: 'mine' } as const
    expect(found(journal(), 'abend', mine)).toEqual(['Bern am Abend'])
    expect(found(journal(), ' ')).toBeUndefined()
  })

  it('finds an edit that is not sent yet, and no longer the words before it', () => {
    const memory = journal()
    expect(found(memory, 'zürich')).toHaveLength(1)
    const edit = note('Genf am Abend')
    setQueue(memory, { action: 'edit-entry', entryId: idOf(1), edit, baseVersion: 1 })
    expect(found(memory, 'zürich')).toEqual([])
    expect(found(memory, 'genf')).toHaveLength(1)
  })

  it('finds an entry by what its photos show, also with words of its text', () => {
    const memory = journal()
    const describePhoto = (description: string) =>
      memory.change((rows) => rows.put('photos', photoOf(1, { description })))
    describePhoto('Željka vor dem Münster')
    for (const words of ['munster', 'abend munster'])
      expect(found(memory, words)).toEqual(['Zürich am Abend'])
    expect(found(memory, 'abend', { ...emptyFilter, photos: 'with' })).toEqual(['Zürich am Abend'])
    describePhoto('Der See')
    expect(found(memory, 'munster')).toEqual([])
  })

  it.each([0, 1, 2, 3, 4])('finds the same where %i entries were folded before', (count) => {
    const memory = journal()
    const folded = foldedOf(memory)
    const work = folded.fold()
    for (let step = 0; step < count; step += 1) expect(work.next().done).toBe(step === 3)
    expect(folded.all().map(({ entry }) => entry)).toEqual(entriesIn(memory))
    expect(entriesFound(memory.state(), folded, 'zurich', everything)).toHaveLength(1)
  })

  it('finds the last of 10,000 entries', () => {
    const many = journalWith(Array.from({ length: 10_000 }, (_, index) => entryOn(index + 1)))
    const all = entriesFound(many.state(), foldedOf(many), 'tag', everything)
    expect(all).toHaveLength(10_000)
    expect(all?.at(-1)?.id).toBe(idOf(1))
  })
})

describe('any day', () => {
  it.each([
    [0, 'Bern am Abend'],
    [0.99, 'Zürich am Abend'],
  ])('with the share %d is one of the entries before a time', (share, content) => {
    const before = Date.parse(at(3))
    const memory = journal()
    const found = anyBefore(memory.state(), before, share)
    expect(found && memory.shown.get('entries', found.id)?.content).toBe(content)
  })

  it('is none where nothing was written before', () => {
    expect(anyBefore(journal().state(), 0, 0.5)).toBeUndefined()
  })
})
