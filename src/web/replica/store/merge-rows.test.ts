import { beforeEach, describe, expect, it } from 'vitest'
import type { Entry } from '../../../domain/entry.ts'
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

const put = (...rows: readonly Queued[]) =>
  memory.change((change) => rows.forEach((row) => change.put('outbox', row)))
const putEntries = (...rows: readonly Entry[]) =>
  memory.change((change) => rows.forEach((row) => change.put('entries', row)))
const queue = () => [...memory.rows('outbox').keys()]
const contentOf = (day: number) => memory.rows('entries').get(idOf(day))?.content
/** Merges what a reading finds that begins now, at its end. */
function reading(isStored = true) {
  const options = {
    before: new Map<string, unknown>(memory.rows('outbox')),
    isStored: () => isStored,
  }
  return (...found: readonly Queued[]) =>
    memory.change((rows) => mergeTable(rows, 'outbox', found, options))
}

describe('the outbox as the disk holds it', () => {
  beforeEach(() => put(write('eins')))

  it('ends a write that was stored and is no longer there: another tab has finished it', () => {
    reading(false)()
    expect(queue()).toEqual(['eins'])
    reading()()
    expect(queue()).toEqual([])
  })

  it('does not end a write that was queued or changed since the reading began', () => {
    const end = reading()
    put({ ...write('eins'), isInFlight: true }, write('zwei', 2))
    end(write('eins'))
    expect(queue()).toEqual(['eins', 'zwei'])
    expect(memory.rows('outbox').get('eins')?.isInFlight).toBe(true)
  })

  it('brings what another tab has queued, changed and left alone', () => {
    const unchanged = memory.rows('outbox').get('eins')
    const theirs: Queued = { ...write('zwei', 2), isInFlight: true }
    reading()(write('eins'), theirs)
    expect(memory.rows('outbox').get('eins')).toBe(unchanged)
    expect(memory.rows('outbox').get('zwei')).toEqual(theirs)
  })

  it('does not bring back a write that was finished here since the reading began', () => {
    const end = reading()
    memory.change((rows) => rows.remove('outbox', 'eins'))
    end(write('eins'))
    expect(queue()).toEqual([])
  })
})

describe('rows that were read from the disk', () => {
  it('take the place of older ones of the server alone', () => {
    const older = entryOn(1, { content: 'alt' })
    const newer = entryOn(1, { content: 'neu', updatedAt: at(5) })
    for (const entry of [older, newer, older])
      memory.change((rows) => mergeRows(rows, { entries: [entry] }))
    expect(contentOf(1)).toBe('neu')
  })

  it('take no place of what only this device has', () => {
    put({ ...write('eins'), isInFlight: true })
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
  it.each([
    ['is taken back where nothing newer has taken its place', [], ['vorher', undefined]],
    [
      'leaves what has come after it',
      [entryOn(1, { content: 'neuer' }), entryOn(2, { content: 'auch neuer' })],
      ['neuer', 'auch neuer'],
    ],
  ])('%s', (_, after, left) => {
    putEntries(entryOn(1, { content: 'vorher' }))
    const { changes } = putEntries(entryOn(1, { content: 'nachher' }), entryOn(2))
    putEntries(...after)
    memory.change((rows) => rollBack(rows, changes))
    expect([contentOf(1), contentOf(2)]).toEqual(left)
  })
})

describe('what another tab has changed', () => {
  const change = (before: unknown, after: unknown) =>
    ({ entries: new Map([[idOf(1), { before, after }]]) }) as never

  it('comes where it is newer, or takes the place of exactly what is here', () => {
    const [old, next] = [entryOn(1), entryOn(1, { content: 'neu', updatedAt: at(3) })]
    const merge = (before: unknown, after: unknown) =>
      memory.change((rows) => mergeChanges(rows, change(before, after)))
    merge(undefined, old)
    merge(old, next)
    expect(contentOf(1)).toBe('neu')
    merge(undefined, old)
    expect(contentOf(1)).toBe('neu')
    merge(next, undefined)
    expect(contentOf(1)).toBeUndefined()
  })
})
