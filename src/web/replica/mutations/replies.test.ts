import { describe, expect, it } from 'vitest'
import { emptyFilter } from '../../../domain/filter.ts'
import type { ReplyId } from '../../../domain/ids.ts'
import type { Reply } from '../../../domain/table-schemas.ts'
import { at, entryOn, idOf, journalWith, me, partner, queued } from '../memory/test-journal.ts'
import type { JournalMemory } from '../memory/journal-memory.ts'
import { applyResult } from '../outbox/apply-result.ts'
import { compact } from '../outbox/compact.ts'
import { giveNewId } from '../outbox/new-id.ts'
import { queueOf } from '../store/queue.ts'
import { entriesFound, FoldedEntries } from '../questions/found.ts'
import { newsCount, newsOf } from '../questions/news.ts'
import { applyDeleteFrame, applyRows, applyTombstone } from '../store/apply-rows.ts'
import { draftsOf } from '../store/draft-rows.ts'
import { note } from '../test-tabs.ts'
import type { Mutation } from './registry.ts'

const entryId = idOf(1)
const replyIdOf = (number: number) => idOf(1000 + number) as string as ReplyId

/** A reply of the partner's to the entry of the first day, written and visible since that day. */
const replyOn = (day: number, changes: Partial<Reply> = {}): Reply => ({
  id: replyIdOf(day),
  entryId,
  userId: partner,
  content: `Antwort ${day}`,
  createdAt: at(day),
  visibleSince: at(day),
  updatedAt: at(day),
  ...changes,
})

function withReplies(...replies: readonly Reply[]): JournalMemory {
  const memory = journalWith([entryOn(1)])
  memory.change((rows) => replies.forEach((reply) => rows.put('replies', reply)))
  return memory
}

const create = (content: string): Mutation => ({
  action: 'create-reply',
  replyId: replyIdOf(1),
  entryId,
  content,
  createdAt: at(1),
})
const edit = (content: string): Mutation => ({
  action: 'edit-reply',
  replyId: replyIdOf(1),
  entryId,
  content,
})
const remove: Mutation = { action: 'delete-reply', replyId: replyIdOf(1), entryId }
const createEntry: Mutation = {
  action: 'create-entry',
  entryId,
  edit: note('Text'),
  createdAt: at(1),
  automatic: false,
}

/** The rest of a queue whose first mutations were handed to the network. */
function compacted(mutations: readonly Mutation[], inFlight = 0): readonly Mutation[] {
  const memory = withReplies()
  return memory.change((rows) => {
    for (const [index, row] of queued(...mutations).entries())
      rows.put('outbox', index < inFlight ? { ...row, isInFlight: true } : row)
    compact(rows)
    return queueOf(rows).map(({ mutation }) => mutation)
  }).value
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
    memory.change((rows) => queued(create('eins')).forEach((row) => rows.put('outbox', row)))
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
      const [first, ...others] = queued(createEntry, create('eins'))
      if (first === undefined) throw new Error('nothing queued')
      for (const row of [first, ...others]) rows.put('outbox', row)
      applyResult(rows, first, { kind: 'rejected', reason: 'rejected', returned: undefined })
    })
    const drafts = memory.change((rows) => draftsOf(rows, 'new-entry')).value
    const contents = drafts.map(({ value }) => (value as { content: string }).content)
    expect(contents.toSorted()).toEqual(['Text', 'eins'])
    expect(memory.state().queue).toEqual([])
    expect(memory.state().rejections).toMatchObject([{ action: 'create-entry', keptText: 'Text' }])
  })

  it('come back as a new entry’s draft where their entry is gone', () => {
    const memory = journalWith([])
    memory.change((rows) => {
      const [first] = queued(create('eins'))
      if (first === undefined) throw new Error('nothing queued')
      rows.put('outbox', first)
      applyResult(rows, first, { kind: 'rejected', reason: 'gone', returned: undefined })
    })
    expect(memory.state().rejections).toMatchObject([
      { action: 'create-reply', reason: 'gone', keptText: 'eins' },
    ])
    const drafts = memory.change((rows) => draftsOf(rows, 'new-entry')).value
    expect(drafts).toMatchObject([{ value: { ...note('eins'), category: 'gedanken' } }])
  })

  it('follow their entry, and themselves, to another id', () => {
    const memory = journalWith([])
    const draft = { value: note('halb'), owner: undefined, order: 1 }
    memory.change((rows) => {
      const [first, ...others] = queued(createEntry, create('eins'), edit('zwei'))
      if (first === undefined) throw new Error('nothing queued')
      for (const row of [first, ...others]) rows.put('outbox', row)
      rows.put('drafts', { ...draft, key: 'a', form: `reply:${entryId}` })
      rows.put('deletions', { entryId: replyIdOf(1), replyTo: entryId, due: 0 })
      giveNewId(rows, first, idOf(7))
    })
    const ids = memory
      .state()
      .queue.map(({ mutation }) => 'entryId' in mutation && mutation.entryId)
    expect(ids).toEqual([idOf(7), idOf(7), idOf(7)])
    expect(memory.rows('drafts').get('a')?.form).toBe(`reply:${idOf(7)}`)
    expect(memory.rows('deletions').get(replyIdOf(1))?.replyTo).toBe(idOf(7))
  })
})

describe('replies of the server', () => {
  it('leave with their entry, and stay away where they are no newer than its removal', () => {
    const removal = { table: 'entries', rowId: entryId, removedAt: at(5) } as const
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
    const draft = { key: 'a', value: note('halb'), owner: undefined, order: 1 }
    const offered = () => memory.change((rows) => draftsOf(rows, 'new-entry')).value.length
    memory.change((rows) => rows.put('drafts', { ...draft, form: `reply:${entryId}` }))
    expect(offered()).toBe(0)
    const removal = { table: 'entries', rowId: entryId, removedAt: at(5) } as const
    memory.change((rows) => applyTombstone(rows, removal))
    expect(offered()).toBe(1)
    memory.change((rows) => applyRows(rows, 'entries', [entryOn(1, { updatedAt: at(6) })]))
    expect(offered()).toBe(0)
  })
})
