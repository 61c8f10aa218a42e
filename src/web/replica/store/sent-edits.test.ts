import { expect, it } from 'vitest'
import type { ReplyId } from '../../../domain/ids.ts'
import { at, entryOn, idOf, journalWith, me, removalOf, replyTo } from '../memory/test-journal.ts'
import { replyDraft } from '../mutations/replies.ts'
import { applyRows } from './apply-rows.ts'
import { forgetRepliesOfGone } from './sent-edits.ts'

const replyId = '7d0c1a52-6f0e-4c58-9a54-000000000061' as ReplyId
const entryId = idOf(1)
const reply = replyTo(2, { id: replyId, entryId, userId: me })
const sent = {
  entryId: replyId,
  replyTo: entryId,
  edit: replyDraft(reply.content),
  editVersion: 0,
  updatedAt: at(2),
}
const removalOfReply = (unseenVersion: number | null) => ({
  ...removalOf(1, 5),
  tableName: 'replies',
  rowId: replyId,
  unseenVersion,
})

/** An entry with a reply of mine, which this device has sent or only received. */
function journal(isSentHere: boolean) {
  const memory = journalWith([entryOn(1)])
  memory.change((rows) => {
    rows.put('replies', reply)
    if (isSentHere) rows.put('sentEdits', sent)
  })
  const draftsLeft = () => [...memory.rows('drafts').values()].map(({ value }) => value)
  const kept = () => memory.rows('sentEdits').size
  return { memory, draftsLeft, kept }
}

it.each([
  ['before', ['replies', 'entries']],
  ['after', ['entries', 'replies']],
] as const)('a reply comes back once where its removal comes %s the entry’s', (_, order) => {
  const { memory, draftsLeft, kept } = journal(true)
  const removals = { entries: removalOf(1, 5), replies: removalOfReply(0) }
  for (const table of [...order, ...order])
    memory.change((rows) => applyRows(rows, 'removals', [removals[table]]))
  expect(draftsLeft()).toEqual([sent.edit])
  expect(memory.state().rejections).toMatchObject([
    { action: 'create-reply', reason: 'gone', entryId },
  ])
  expect(kept()).toBe(0)
})

it('a reply comes back on no device that did not send it', () => {
  const { memory, draftsLeft } = journal(false)
  memory.change((rows) => applyRows(rows, 'removals', [removalOfReply(0), removalOf(1, 5)]))
  expect(draftsLeft()).toEqual([])
})

it('a reply that was seen is forgotten with its entry, once all removals have been read', () => {
  const { memory, draftsLeft, kept } = journal(true)
  memory.change((rows) => forgetRepliesOfGone(rows))
  expect(kept()).toBe(1)
  memory.change((rows) => applyRows(rows, 'removals', [removalOf(1, 5)]))
  expect(kept()).toBe(1)
  memory.change((rows) => forgetRepliesOfGone(rows))
  expect([kept(), draftsLeft()]).toEqual([0, []])
})

it('a reply that was deleted, or edited on another device, is forgotten', () => {
  const deleted = journal(true)
  deleted.memory.change((rows) => applyRows(rows, 'removals', [removalOfReply(null)]))
  const edited = journal(true)
  const moved = { ...reply, updatedAt: at(3) }
  edited.memory.change((rows) => applyRows(rows, 'replies', [moved]))
  expect(edited.kept()).toBe(1)
  const again = { ...moved, content: 'Mit zwei?', updatedAt: at(4) }
  edited.memory.change((rows) => applyRows(rows, 'replies', [again]))
  for (const { kept, draftsLeft } of [deleted, edited])
    expect([kept(), draftsLeft()]).toEqual([0, []])
})
