import { beforeEach, describe, expect, it } from 'vitest'
import type { ReplyId } from '../../../domain/ids.ts'
import type { JournalMemory } from '../memory/journal-memory.ts'
import {
  at,
  createEntry,
  entryOn,
  idOf,
  journalWith,
  letDeletionWait,
  me,
  note,
  photoOf,
  reactionTo,
  replyTo,
} from '../memory/test-journal.ts'
import type { Mutation } from '../mutations/registry.ts'
import { replyDraft } from '../mutations/replies.ts'
import { done, rejected, type DeletedRows, type SendResult } from '../mutations/send-result.ts'
import { applyRows } from '../store/apply-rows.ts'
import { enqueue } from '../store/queue.ts'
import { applyResult } from './apply-result.ts'

const entryId = idOf(1)
const replyId = idOf(61) as string as ReplyId
const held = replyTo(1, { id: replyId })
const edit = { action: 'edit-entry', entryId, edit: note('neu'), baseVersion: 1 } as const
const tick: Mutation = { action: 'toggle-completed', entryId, completedAt: at(3) }
const remove: Mutation = { action: 'delete-entry', entryId }
const about = { entryId, replyId }
const reply: Mutation = { action: 'create-reply', ...about, content: 'Ja!', createdAt: at(2) }
const changed = entryOn(1, { content: 'neu', editVersion: 2, updatedAt: at(2) })
const entryBack = { ...done, returned: { table: 'entries', row: changed } } as const
const replyBack = { ...done, returned: { table: 'replies', row: held } } as const

let memory: JournalMemory
beforeEach(() => {
  memory = journalWith([entryOn(1)])
})

/** A mutation is answered, with these queued behind it. */
function finish(
  mutation: Mutation,
  result: Extract<SendResult, { kind: 'done' | 'rejected' }>,
  ...behind: readonly Mutation[]
): void {
  memory.change((rows) => {
    const sent = { id: 'sent', seq: 0, mutation, isInFlight: true } as const
    rows.put('outbox', sent)
    for (const one of behind) enqueue(rows, one, 0)
    applyResult(rows, sent, result)
  })
}
const deleted = (table: DeletedRows['table'], ...ids: readonly string[]) => ({
  ...done,
  deleted: { table, ids },
})
const keys = (table: 'entries' | 'lostRows' | 'tombstones' | 'knownIds' | 'deletions') => [
  ...memory.rows(table).keys(),
]
const sentEdits = () => [...memory.rows('sentEdits').values()]
const draftsLeft = () => [...memory.rows('drafts').values()].map(({ value }) => value)

describe('a deletion that was carried out', () => {
  it('takes its row away for good: only a newer version brings it back', () => {
    const key = `entries ${entryId}`
    memory.change((rows) => rows.put('lostRows', { key, table: 'entries', row: entryOn(1) }))
    finish(remove, deleted('entries', entryId))
    expect([keys('entries'), keys('lostRows')]).toEqual([[], []])
    const arrives = (row: typeof changed) =>
      memory.change((rows) => applyRows(rows, 'entries', [row]))
    arrives(entryOn(1))
    expect(keys('entries')).toEqual([])
    arrives(changed)
    expect(keys('entries')).toEqual([entryId])
  })

  it('leaves the partner’s row that has the same derived id, but for entries and their photos', () => {
    const [theirs, mine] = [reactionTo(1), reactionTo(1, { id: 'mine' as never, userId: me })]
    memory.change((rows) => {
      for (const reaction of [theirs, mine]) rows.put('reactions', reaction)
      rows.put('photos', photoOf(1))
    })
    const about = { entryId, reactionId: mine.id, emoji: mine.emoji }
    finish({ action: 'remove-reaction', ...about }, deleted('reactions', theirs.id, mine.id))
    expect([...memory.rows('reactions').values()]).toEqual([theirs])
    const { id: photoId } = photoOf(1)
    finish({ action: 'remove-photo', entryId, photoId }, deleted('photos', photoId))
    expect(memory.rows('photos').size).toBe(0)
  })

  it('keeps away for ever what was a personal quote, though it has not arrived yet', () => {
    const quoteId = 'quote' as never
    finish({ action: 'delete-reply', ...about }, deleted('replies', replyId))
    expect(keys('tombstones')).toEqual([])
    finish({ action: 'delete-custom-quote', quoteId }, deleted('custom_quotes', quoteId))
    const late = { id: quoteId, userId: me, updatedAt: at(9999) } as never
    expect(memory.change((rows) => applyRows(rows, 'custom_quotes', [late])).value).toBe(false)
  })
})

describe('an answer', () => {
  it('brings all rows that came with it, of a refusal, too', () => {
    const others = [{ table: 'photos', row: photoOf(1) }] as const
    finish(tick, { ...entryBack, others })
    expect(memory.rows('entries').get(entryId)).toEqual(changed)
    expect(memory.rows('photos').size).toBe(1)
    const row = entryOn(1, { content: 'ihrs', updatedAt: at(3) })
    finish(edit, { ...rejected, reason: 'stale', returned: { table: 'entries', row } })
    expect(memory.rows('entries').get(entryId)).toEqual(row)
    expect(memory.state().rejections).toMatchObject([{ reason: 'stale', keptText: 'neu' }])
  })

  it('keeps the id of a special day’s entry, and of no other', () => {
    finish(createEntry(2, { automatic: true }), done)
    finish(createEntry(3), done)
    finish(tick, entryBack)
    expect(keys('knownIds')).toEqual([idOf(2)])
  })

  it('ends the waiting deletion of what was never taken, and no other', () => {
    for (const day of [1, 2]) letDeletionWait(memory, idOf(day))
    finish(createEntry(2), rejected)
    finish(edit, rejected)
    expect(keys('deletions')).toEqual([entryId])
  })

  it('gives what is queued behind it no version of another row, and changes nothing without one', () => {
    const later: Mutation = { ...edit, edit: note('b'), baseVersion: undefined }
    finish(edit, entryBack, tick, later)
    const behind = () => memory.state().queue.map(({ mutation }) => mutation)
    expect(behind()).toEqual([tick, { ...later, baseVersion: 2 }])
    finish(reply, replyBack, later)
    expect(behind().at(-1)).toEqual(later)
    finish(edit, done)
    expect(behind().at(-1)).toEqual(later)
  })
})

describe('a text that the server took', () => {
  const kept = { entryId, edit: note('neu'), editVersion: 2, updatedAt: at(2) }
  const keptReply = {
    entryId: replyId,
    replyTo: entryId,
    edit: replyDraft(held.content),
    editVersion: 0,
    updatedAt: at(1),
  }

  it('is remembered, of an edit and of a reply, until it is deleted here', () => {
    finish(tick, entryBack)
    finish(edit, done)
    expect(sentEdits()).toEqual([])
    finish({ ...edit }, { ...entryBack })
    finish(reply, replyBack)
    expect(sentEdits()).toEqual([kept, keptReply])
    finish({ action: 'delete-reply', ...about }, deleted('replies', replyId))
    expect(sentEdits()).toEqual([kept])
  })

  it('comes back where its removal has come first, unseen', () => {
    memory.change((rows) => {
      const unseen = { removedAt: at(9), unseenVersion: 2 }
      rows.put('tombstones', { table: 'entries', rowId: entryId, ...unseen })
      rows.put('tombstones', { table: 'replies', rowId: replyId, ...unseen, unseenVersion: 0 })
    })
    finish(edit, entryBack)
    finish(reply, replyBack)
    expect(draftsLeft()).toEqual([kept.edit, keptReply.edit])
    expect(sentEdits()).toEqual([])
  })
})
