import { describe, expect, it } from 'vitest'
import { emptyFilter } from '../../../domain/filter.ts'
import type { ReplyId } from '../../../domain/ids.ts'
import type { Reply } from '../../../domain/table-schemas.ts'
import {
  at,
  createEntry,
  entryOn,
  idOf,
  journalWith,
  me,
  note,
  queued,
  replyTo,
  setQueue,
} from '../memory/test-journal.ts'
import type { JournalMemory } from '../memory/journal-memory.ts'
import { applyResult } from '../outbox/apply-result.ts'
import { compact } from '../outbox/compact.ts'
import { giveNewId } from '../outbox/new-id.ts'
import { entriesFound, FoldedEntries } from '../questions/found.ts'
import { newsCount, newsOf } from '../questions/news.ts'
import { applyDeleteFrame, applyRows, applyTombstone } from '../store/apply-rows.ts'
import { draftsOf } from '../store/draft-rows.ts'
import type { Mutation } from './registry.ts'
import { rejected } from './send-result.ts'

const entryId = idOf(1)
const replyIdOf = (number: number) => idOf(1000 + number) as string as ReplyId

/** A reply of the partner's to the entry of the first day, written and visible since that day. */
const replyOn = (day: number, changes: Partial<Reply> = {}) =>
  replyTo(day, { id: replyIdOf(day), entryId, ...changes })

function withReplies(...replies: readonly Reply[]): JournalMemory {
  const memory = journalWith([entryOn(1)])
  memory.change((rows) => replies.forEach((reply) => rows.put('replies', reply)))
  return memory
}

const about = { replyId: replyIdOf(1), entryId }
const create = (content: string) =>
  ({ action: 'create-reply', ...about, content, createdAt: at(1) }) as const
const edit = (content: string) => ({ action: 'edit-reply', ...about, content }) as const
const remove: Mutation = { action: 'delete-reply', ...about }
const draft = { key: 'a', value: note('halb'), owner: undefined, order: 1 }

/** The texts that are offered to the next form of a new entry. */
const draftsFor = (memory: JournalMemory) =>
  memory.change((rows) => draftsOf(rows, 'new-entry')).value

/** The rest of a queue whose first mutations were handed to the network. */
function compacted(mutations: readonly Mutation[], inFlight = 0): readonly Mutation[] {
  const memory = withReplies()
  memory.change((rows) => {
    for (const [index, row] of queued(...mutations).entries())
      rows.put('outbox', index < inFlight ? { ...row, isInFlight: true } : row)
    compact(rows)
  })
  return memory.state().queue.map(({ mutation }) => mutation)
}

const textsOf = (memory: JournalMemory) =>
  memory.shown.of('replies', entryId).map(({ content }) => content)

describe('replies that wait to be sent', () => {
  it('are sent as their last text, and not at all where they were deleted', () => {
    expect(compacted([create('eins'), edit('zwei')])).toEqual([create('zwei')])
    expect(compacted([create('eins'), edit('zwei'), remove])).toEqual([])
    expect(compacted([create('eins'), edit('zwei'), remove], 1)).toEqual([create('eins'), remove])
  })

  it('are shown under their entry, oldest first, without those whose deletion waits', () => {
    const memory = withReplies(replyOn(3), replyOn(2))
    setQueue(memory, create('eins'))
    expect(textsOf(memory)).toEqual(['eins', 'Antwort 2', 'Antwort 3'])
    memory.change((rows) =>
      rows.put('deletions', { entryId: replyIdOf(2), replyTo: entryId, due: 0 }),
    )
    expect(textsOf(memory)).toEqual(['eins', 'Antwort 3'])
    memory.change((rows) => rows.remove('deletions', replyIdOf(2)))
    expect(textsOf(memory)).toEqual(['eins', 'Antwort 2', 'Antwort 3'])
  })

  it('keep each text as a draft where their entry is refused, and leave what was deleted', () => {
    const memory = journalWith([])
    memory.change((rows) => {
      const [first, second] = queued(createEntry(1), create('eins'))
      for (const row of [first, second]) rows.put('outbox', row)
      applyResult(rows, first, rejected)
    })
    const contents = draftsFor(memory).map(({ value }) => (value as { content: string }).content)
    expect(contents.toSorted()).toEqual(['Tag 1', 'eins'])
    expect(memory.state().queue).toEqual([])
    expect(memory.state().rejections).toMatchObject([{ action: 'create-entry', keptText: 'Tag 1' }])
  })

  it('come back as a new entry’s draft where their entry is gone', () => {
    const memory = journalWith([])
    memory.change((rows) => {
      const [first] = queued(create('eins'))
      rows.put('outbox', first)
      applyResult(rows, first, { ...rejected, reason: 'gone' })
    })
    const rejection = { action: 'create-reply', reason: 'gone', keptText: 'eins' }
    expect(memory.state().rejections).toMatchObject([rejection])
    expect(draftsFor(memory)).toMatchObject([{ value: note('eins') }])
  })

  it('follow their entry, and themselves, to another id', () => {
    const memory = journalWith([])
    memory.change((rows) => {
      const [first, ...others] = queued(createEntry(1), create('eins'), edit('zwei'))
      for (const row of [first, ...others]) rows.put('outbox', row)
      rows.put('drafts', { ...draft, form: `reply:${entryId}` })
      rows.put('deletions', { entryId: replyIdOf(1), replyTo: entryId, due: 0 })
      giveNewId(rows, first, idOf(7))
    })
    const moved = { mutation: { entryId: idOf(7) } }
    expect(memory.state().queue).toMatchObject([moved, moved, moved])
    expect(memory.rows('drafts').get('a')?.form).toBe(`reply:${idOf(7)}`)
    expect(memory.rows('deletions').get(replyIdOf(1))?.replyTo).toBe(idOf(7))
  })
})

describe('replies of the server', () => {
  const removal = { table: 'entries', rowId: entryId, removedAt: at(5) } as const

  it('leave with their entry, and stay away where they are no newer than its removal', () => {
    const memory = withReplies(replyOn(2), replyOn(6))
    memory.change((rows) => applyTombstone(rows, removal))
    expect(textsOf(memory)).toEqual(['Antwort 6'])
    memory.change((rows) => applyRows(rows, 'replies', [replyOn(3), replyOn(7)]))
    expect(textsOf(memory)).toEqual(['Antwort 6', 'Antwort 7'])
    const deleted = withReplies(replyOn(2))
    deleted.change((rows) => applyDeleteFrame(rows, 'entries', entryId, at(9)))
    expect(textsOf(deleted)).toEqual([])
  })

  it('are news by their own words, and their entry is found by them', () => {
    const memory = withReplies(
      replyOn(12, { content: 'Mit Pflaumen' }),
      replyOn(13, { userId: me }),
    )
    expect(newsCount(memory.state(), memory.shown)).toBe(1)
    expect(newsOf(memory.state(), memory.shown, 1).items).toMatchObject([
      { kind: 'reply', entryId, replyId: replyIdOf(12), excerpt: 'Mit Pflaumen' },
    ])
    const options = { filter: emptyFilter, now: Date.UTC(2026, 5, 1) }
    const folded = new FoldedEntries(memory.state(), memory.shown, new WeakMap())
    const found = (words: string) =>
      entriesFound(memory.state(), folded, words, options)?.map(({ id }) => id)
    expect(found('pflaumen tag')).toEqual([entryId])
    expect(found('kirschen')).toEqual([])
  })

  it('of an entry that is gone leave their draft to a new entry until it is there again', () => {
    const memory = withReplies()
    memory.change((rows) => rows.put('drafts', { ...draft, form: `reply:${entryId}` }))
    expect(draftsFor(memory)).toHaveLength(0)
    memory.change((rows) => applyTombstone(rows, removal))
    expect(draftsFor(memory)).toHaveLength(1)
    memory.change((rows) => applyRows(rows, 'entries', [entryOn(1, { updatedAt: at(6) })]))
    expect(draftsFor(memory)).toHaveLength(0)
  })
})
