import { beforeEach, describe, expect, it } from 'vitest'
import { JournalMemory } from '../memory/journal-memory.ts'
import type { Queued } from '../memory/stored-rows.ts'
import { at, createEntry, idOf, me } from '../memory/test-journal.ts'
import type { Mutation } from '../mutations/registry.ts'
import { nextOf, noteOtherWentThrough, recordFault, tryAgain } from './retry-state.ts'

const tick = (day: number): Mutation => ({
  action: 'toggle-completed',
  entryId: idOf(day),
  completedAt: at(day),
})
const one = (id: string, seq: number, mutation: Mutation, more: Partial<Queued> = {}): Queued => ({
  id,
  seq,
  mutation,
  ...more,
})

let memory: JournalMemory
const held = (id: string) => memory.rows('outbox').get(id)
const troubleOf = (id: string) => held(id)?.trouble
function fault(id: string, code: 'fault' | 'unsupported' = 'fault'): void {
  const queued = held(id)
  if (queued !== undefined) memory.change((rows) => recordFault(rows, queued, code))
}
const goThrough = () => memory.change((rows) => noteOtherWentThrough(rows))

beforeEach(() => {
  memory = new JournalMemory(me)
  memory.change((rows) => {
    rows.put('outbox', one('a', 1, tick(1)))
    rows.put('outbox', one('b', 2, tick(2)))
  })
})

describe('a write on which the server fails', () => {
  it('is parked after the fifth fault, not before, while others go through', () => {
    fault('a')
    goThrough()
    for (let tries = 2; tries <= 4; tries += 1) {
      fault('a')
      expect(troubleOf('a')).toEqual({ kind: 'retrying', tries, overtaken: true })
    }
    fault('a')
    expect(troubleOf('a')).toEqual({ kind: 'set-aside', again: false })
  })

  it('is not parked while the server fails on everything', () => {
    for (let count = 0; count < 20; count += 1) fault('a')
    expect(troubleOf('a')).toEqual({ kind: 'retrying', tries: 20, overtaken: false })
    goThrough()
    fault('a')
    expect(troubleOf('a')).toEqual({ kind: 'set-aside', again: false })
  })

  it('is never parked because the server does not support it', () => {
    fault('a')
    goThrough()
    for (let count = 0; count < 20; count += 1) fault('a', 'unsupported')
    expect(troubleOf('a')).toMatchObject({ kind: 'retrying' })
  })

  it('is sent once more when it is asked for, it alone or with all others', () => {
    const park = { trouble: { kind: 'set-aside', again: false } } as const
    memory.change((rows) => {
      rows.put('outbox', one('a', 1, tick(1), park))
      rows.put('outbox', one('b', 2, tick(2), park))
      rows.put('outbox', one('c', 3, tick(3)))
      tryAgain(rows, 'b')
    })
    expect([troubleOf('a'), troubleOf('b')]).toMatchObject([{ again: false }, { again: true }])
    fault('b')
    expect(troubleOf('b')).toEqual({ kind: 'set-aside', again: false })
    memory.change((rows) => tryAgain(rows))
    expect([troubleOf('a'), troubleOf('b')]).toMatchObject([{ again: true }, { again: true }])
    expect(troubleOf('c')).toBeUndefined()
  })

  it('that has been finished meanwhile counts nothing', () => {
    const gone = held('a')
    memory.change((rows) => rows.remove('outbox', 'a'))
    if (gone !== undefined) memory.change((rows) => recordFault(rows, gone, 'fault'))
    expect(held('a')).toBeUndefined()
  })

  it('that was never tried does not count what goes through', () => {
    goThrough()
    expect(troubleOf('a')).toBeUndefined()
  })
})

describe('what is sent next', () => {
  const retrying = (tries: number) =>
    ({ trouble: { kind: 'retrying', tries, overtaken: true } }) as const

  it('is the oldest, of one entry always its first, and what has failed least', () => {
    const queue = [one('a', 1, tick(1)), one('b', 2, tick(1)), one('c', 3, tick(2))]
    expect(nextOf(queue)?.id).toBe('a')
    const failing = [one('a', 1, tick(1), retrying(1)), one('b', 2, tick(1)), one('c', 3, tick(2))]
    expect(nextOf(failing)?.id).toBe('c')
    expect(nextOf(failing.slice(0, 2))?.id).toBe('a')
    const failed = [one('a', 1, tick(1), retrying(3)), one('b', 2, tick(2), retrying(2))]
    expect(nextOf(failed)?.id).toBe('b')
  })

  it('is nothing where all is parked; what is to be tried again comes last', () => {
    const parked = one('a', 1, tick(1), { trouble: { kind: 'set-aside', again: false } })
    const again = one('a', 1, tick(1), { trouble: { kind: 'set-aside', again: true } })
    expect(nextOf([parked, one('b', 2, tick(1))])).toBeUndefined()
    expect(nextOf([again])?.id).toBe('a')
    expect(nextOf([again, one('b', 2, tick(2), retrying(4))])?.id).toBe('b')
  })

  it('is nothing of what waits for another aggregate', () => {
    const about = { storyId: idOf(8), ideaId: idOf(9) }
    const link: Mutation = { action: 'link-story', ...about, createdAt: at(9) }
    expect(nextOf([one('a', 1, link), one('b', 2, createEntry(9))])?.id).toBe('b')
    expect(nextOf([one('a', 1, link)])?.id).toBe('a')
  })
})
