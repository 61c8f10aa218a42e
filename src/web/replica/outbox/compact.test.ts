import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../../../domain/entry.ts'
import type { JournalMemory } from '../memory/journal-memory.ts'
import type { Queued } from '../memory/stored-rows.ts'
import {
  at,
  createEntry,
  entriesIn,
  entryOn,
  idOf,
  journalWith,
  note,
  queued,
} from '../memory/test-journal.ts'
import type { Mutation } from '../mutations/registry.ts'
import { compact } from './compact.ts'

const entryId = idOf(1)

const edit = (content: string, baseVersion: number | undefined = 1): Mutation => ({
  action: 'edit-entry',
  entryId,
  edit: note(content),
  baseVersion,
})
const create = (content: string, automatic = false) =>
  createEntry(1, { edit: note(content), automatic })
const toggle = (completed: boolean): Mutation => ({
  action: 'toggle-completed',
  entryId,
  completedAt: completed ? at(5) : null,
})
const react = (present: boolean, emoji: '🔥' | '👍' = '🔥'): Mutation => {
  const about = { entryId, reactionId: 'own' as never, emoji }
  return present
    ? { action: 'add-reaction', ...about, createdAt: at(2) }
    : { action: 'remove-reaction', ...about }
}
const like = (present: boolean): Mutation => {
  const about = { likeId: 'like' as never, quote: { text: 't', author: 'a' } }
  return present
    ? { action: 'like-quote', ...about, createdAt: at(2) }
    : { action: 'unlike-quote', ...about }
}
const remove: Mutation = { action: 'delete-entry', entryId, seen: note('Tag 1') }

interface Marks {
  /** How many of the first were handed to the network. */
  readonly inFlight?: number
  /** True where the first of them was parked. */
  readonly isParked?: boolean
}

function queueFrom(mutations: readonly Mutation[], { inFlight = 0, isParked }: Marks = {}) {
  return queued(...mutations).map((row, index): Queued => ({
    ...row,
    ...(index < inFlight && { isInFlight: true }),
    ...(index === 0 && isParked === true && { trouble: { kind: 'set-aside', again: false } }),
  }))
}

function journalWaiting(entries: readonly Entry[], queue: readonly Queued[]): JournalMemory {
  const memory = journalWith(entries)
  memory.change((rows) => queue.forEach((row) => rows.put('outbox', row)))
  return memory
}

/** The rest of a queue about the entry of a day, which the server has or not. */
function compacted(
  mutations: readonly Mutation[],
  { isHere = true, ...marks }: Marks & { readonly isHere?: boolean } = {},
): readonly Mutation[] {
  const memory = journalWaiting(isHere ? [entryOn(1)] : [], queueFrom(mutations, marks))
  memory.change((rows) => compact(rows))
  return memory.state().queue.map(({ mutation }) => mutation)
}

describe('what waits to be sent', () => {
  it('is the last of several texts and of several states, on the version that the first was based on', () => {
    const mutations = [edit('a'), toggle(true), edit('b', undefined), toggle(false), toggle(true)]
    expect(compacted([...mutations, edit('c', undefined)])).toEqual([edit('c', 1), toggle(true)])
  })

  it('puts the edits of a new entry into its creation', () => {
    expect(compacted([create('erst'), edit('dann')], { isHere: false })).toEqual([create('dann')])
  })

  it('is nothing where everything was taken back', () => {
    expect(compacted([toggle(true), toggle(false)])).toEqual([])
    expect(compacted([react(true), react(false)])).toEqual([])
    expect(compacted([like(true), like(false)])).toEqual([])
    expect(compacted([edit('a'), edit('Tag 1', undefined)])).toEqual([])
    expect(compacted([react(true), react(true, '👍'), react(false)])).toEqual([react(true, '👍')])
  })

  it('keeps what nothing can be merged with, in its order', () => {
    const mutations = [react(true), edit('a'), like(true), toggle(true)]
    expect(compacted(mutations)).toEqual(mutations)
  })

  it('is the same where it was compacted before', () => {
    const switches = [toggle, react, like].flatMap((one) => [one(true), one(false)])
    const step = fc.constantFrom(edit('a'), edit('b'), ...switches)
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.nat(3), (mutations, inFlight) => {
        const memory = journalWaiting([entryOn(1)], queueFrom(mutations, { inFlight }))
        const shown = () => ({
          entries: entriesIn(memory),
          reactions: memory.shown.of('reactions', entryId),
          likes: memory.state().likes,
        })
        const before = shown()
        memory.change((rows) => compact(rows))
        // Merging is not visible.
        expect(shown()).toEqual(before)
        const once = memory.state()
        expect(memory.change((rows) => compact(rows)).changes).toEqual({})
        // A mutation that was handed to the network stays, in its place.
        const handed = queueFrom(mutations, { inFlight }).slice(0, inFlight)
        expect(once.queue.slice(0, handed.length)).toEqual(handed)
      }),
    )
  })
})

describe('what was handed to the network', () => {
  it('is never changed or taken back: what came after it is sent, too', () => {
    for (const both of [
      [react(true), react(false)],
      [edit('a'), edit('b', undefined)],
    ])
      expect(compacted(both, { inFlight: 1 })).toEqual(both)
    expect(compacted([create('a'), edit('b')], { inFlight: 1, isHere: false })).toHaveLength(2)
  })

  it('has one text behind it, the last', () => {
    const texts = [edit('a'), edit('b', undefined), edit('c', undefined)]
    expect(compacted(texts, { inFlight: 1 })).toEqual([edit('a'), edit('c', undefined)])
  })

  it('gives its place to a later one once it was parked, where that has all of its effect', () => {
    const marks = { inFlight: 1, isParked: true }
    expect(compacted([toggle(true), toggle(false)], marks)).toEqual([toggle(false)])
    expect(compacted([edit('a'), edit('b', undefined)], marks)).toHaveLength(2)
  })
})

describe('a deletion', () => {
  it('takes what was written about its entry before anything was sent with it, itself included', () => {
    expect(compacted([create('a'), react(true), remove], { isHere: false })).toEqual([])
    const another = { ...edit('a'), entryId: idOf(2) } as Mutation
    const mutations = [like(true), another, create('a'), remove]
    expect(compacted(mutations, { isHere: false })).toEqual([like(true), another])
  })

  it('is sent where only a reply to its entry is new', () => {
    const about = { entryId, replyId: 'reply' as never }
    const reply: Mutation = { action: 'create-reply', ...about, content: 'Ja!', createdAt: at(2) }
    expect(compacted([reply, remove])).toEqual([reply, remove])
  })

  it('is sent once, after the creation where the id must stay known, or the creation is on its way', () => {
    expect(compacted([remove, remove])).toEqual([remove])
    const automatic = [create('a', true), remove]
    expect(compacted(automatic, { isHere: false })).toEqual(automatic)
    const onItsWay = [create('a'), remove]
    expect(compacted(onItsWay, { inFlight: 1, isHere: false })).toEqual(onItsWay)
  })

  it('takes the place of everything about its entry where the first of it was parked', () => {
    const marks = { inFlight: 1, isParked: true }
    expect(compacted([edit('a'), toggle(true), remove], marks)).toEqual([remove])
    expect(compacted([create('a'), remove], { ...marks, isHere: false })).toEqual([remove])
  })

  it('of a personal quote takes its addition with it', () => {
    const about = { quoteId: 'quote' as never }
    const added = { ...about, quote: { text: 't', author: 'a' }, createdAt: at(1) }
    const add = { action: 'add-custom-quote', ...added } as const
    expect(compacted([add, { action: 'delete-custom-quote', ...about }])).toEqual([])
  })
})
