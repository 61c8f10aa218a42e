import { beforeEach, describe, expect, it } from 'vitest'
import { JournalMemory } from '../memory/journal-memory.ts'
import type { Queued } from '../memory/stored-rows.ts'
import { at, entryOn, idOf, me } from '../memory/test-journal.ts'
import { rollBack, mergeChanges, mergeRows, mergeTable } from './merge-rows.ts'

const write = (id: string, seq = 1): Queued => ({
  id,
  seq,
  mutation: { action: 'toggle-completed', entryId: idOf(seq), completedAt: at(seq) },
})

let memory: JournalMemory
beforeEach(() => {
  memory = new JournalMemory(me)
})

const queue = () => [...memory.rows('outbox').keys()]
const contentOf = (day: number) => memory.rows('entries').get(idOf(day))?.content
const reading = (isStored: (key: string) => boolean) => ({
  before: new Map<string, unknown>(memory.rows('outbox')),
  isStored,
})

describe('the outbox as the disk holds it', () => {
  it('ends a write that was stored and is no longer there: another tab has finished it', () => {
    memory.change((rows) => rows.put('outbox', write('eins')))
    const before = reading(() => true)
    memory.change((rows) => mergeTable(rows, 'outbox', [], before))
    expect(queue()).toEqual([])
  })

  it('does not end a write that is not on the disk yet', () => {
    memory.change((rows) => rows.put('outbox', write('eins')))
    const before = reading(() => false)
    memory.change((rows) => mergeTable(rows, 'outbox', [], before))
    expect(queue()).toEqual(['eins'])
  })

  it('does not end a write that was queued or changed since the reading began', () => {
    memory.change((rows) => rows.put('outbox', write('eins')))
    const before = reading(() => true)
    memory.change((rows) => {
      rows.put('outbox', { ...write('eins'), isInFlight: true })
      rows.put('outbox', write('zwei', 2))
    })
    memory.change((rows) => mergeTable(rows, 'outbox', [write('eins')], before))
    expect(queue()).toEqual(['eins', 'zwei'])
    expect(memory.rows('outbox').get('eins')?.isInFlight).toBe(true)
  })

  it('brings what another tab has queued, changed and left alone', () => {
    memory.change((rows) => rows.put('outbox', write('eins')))
    const unchanged = memory.rows('outbox').get('eins')
    const before = reading(() => true)
    const theirs: Queued = { ...write('zwei', 2), isInFlight: true }
    memory.change((rows) => mergeTable(rows, 'outbox', [write('eins'), theirs], before))
    expect(memory.rows('outbox').get('eins')).toBe(unchanged)
    expect(memory.rows('outbox').get('zwei')).toEqual(theirs)
  })

  it('does not bring back a write that was finished here since the reading began', () => {
    memory.change((rows) => rows.put('outbox', write('eins')))
    const before = reading(() => true)
    memory.change((rows) => rows.remove('outbox', 'eins'))
    memory.change((rows) => mergeTable(rows, 'outbox', [write('eins')], before))
    expect(queue()).toEqual([])
  })
})

describe('rows that were read from the disk', () => {
  it('take the place of older ones of the server alone', () => {
    const older = entryOn(1, { content: 'alt' })
    const newer = entryOn(1, { content: 'neu', updatedAt: at(5) })
    memory.change((rows) => mergeRows(rows, { entries: [older] }))
    memory.change((rows) => mergeRows(rows, { entries: [newer] }))
    memory.change((rows) => mergeRows(rows, { entries: [older] }))
    expect(contentOf(1)).toBe('neu')
  })

  it('take no place of what only this device has', () => {
    memory.change((rows) => rows.put('outbox', { ...write('eins'), isInFlight: true }))
    memory.change((rows) => mergeRows(rows, { outbox: [write('eins'), write('zwei', 2)] }))
    expect(memory.rows('outbox').get('eins')?.isInFlight).toBe(true)
    expect(queue()).toEqual(['eins', 'zwei'])
  })

  it('do not come where their removal was read with them', () => {
    const tombstone = { table: 'entries', rowId: idOf(1), removedAt: at(2) } as const
    memory.change((rows) => mergeRows(rows, { entries: [entryOn(1)], tombstones: [tombstone] }))
    expect(contentOf(1)).toBeUndefined()
  })
})

describe('a change that the disk refused', () => {
  it('is taken back where nothing newer has taken its place', () => {
    memory.change((rows) => rows.put('entries', entryOn(1, { content: 'vorher' })))
    const { changes } = memory.change((rows) => {
      rows.put('entries', entryOn(1, { content: 'nachher' }))
      rows.put('entries', entryOn(2))
    })
    memory.change((rows) => rollBack(rows, changes))
    expect(contentOf(1)).toBe('vorher')
    expect(contentOf(2)).toBeUndefined()
  })

  it('leaves what has come after it', () => {
    memory.change((rows) => rows.put('entries', entryOn(1, { content: 'vorher' })))
    const { changes } = memory.change((rows) => {
      rows.put('entries', entryOn(1, { content: 'nachher' }))
      rows.put('entries', entryOn(2))
    })
    memory.change((rows) => {
      rows.put('entries', entryOn(1, { content: 'neuer' }))
      rows.put('entries', entryOn(2, { content: 'auch neuer' }))
    })
    memory.change((rows) => rollBack(rows, changes))
    expect([contentOf(1), contentOf(2)]).toEqual(['neuer', 'auch neuer'])
  })
})

describe('what another tab has changed', () => {
  const change = (before: unknown, after: unknown) =>
    ({ entries: new Map([[idOf(1), { before, after }]]) }) as never

  it('comes where it is newer, or takes the place of exactly what is here', () => {
    const [old, next] = [entryOn(1), entryOn(1, { content: 'neu', updatedAt: at(3) })]
    memory.change((rows) => mergeChanges(rows, change(undefined, old)))
    memory.change((rows) => mergeChanges(rows, change(old, next)))
    expect(contentOf(1)).toBe('neu')
    memory.change((rows) => mergeChanges(rows, change(undefined, old)))
    expect(contentOf(1)).toBe('neu')
    memory.change((rows) => mergeChanges(rows, change(next, undefined)))
    expect(contentOf(1)).toBeUndefined()
  })
})
