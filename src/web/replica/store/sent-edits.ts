import { derivedId, type EntryId, type ReplyId } from '../../../domain/ids.ts'
import type { Reply } from '../../../domain/table-schemas.ts'
import type { SentEdit, SentReply } from '../memory/stored-rows.ts'
import { addDraft } from './draft-rows.ts'
import { tombstoneKey } from '../memory/tables.ts'
import type { Transaction } from '../memory/transaction.ts'

/**
 * Ends what is kept of a sent edit once its entry was removed. A text that the person who deleted it had not
 * seen comes back as a draft with a message (D26). Removal and answer come in any order: call it after each.
 */
export function resolveSentEdit(rows: Transaction, entryId: EntryId): void {
  const sent = rows.get('sentEdits', entryId)
  const removed = rows.get('tombstones', tombstoneKey('entries', entryId))
  if (sent === undefined || removed === undefined || removed.removedAt < sent.updatedAt) return
  rows.remove('sentEdits', entryId)
  if (removed.unseenVersion === sent.editVersion) giveBack(rows, sent, 'edit-entry', entryId)
}

/**
 * The same of a reply that was sent from here. What its writer has deleted or edited since does not come back: the
 * deletion was meant, and the edit comes back by itself.
 */
export function resolveSentReply(rows: Transaction, replyId: ReplyId): void {
  const sent = rows.get('sentEdits', replyId)
  const removed = rows.get('tombstones', tombstoneKey('replies', replyId))
  if (sent === undefined || !isReply(sent) || removed === undefined) return
  if (removed.removedAt < sent.updatedAt) return
  rows.remove('sentEdits', replyId)
  const isChanged =
    rows.get('deletions', replyId) !== undefined ||
    rows.all('outbox').some(({ mutation }) => 'replyId' in mutation && mutation.replyId === replyId)
  if (removed.unseenVersion !== undefined && !isChanged)
    giveBack(rows, sent, 'create-reply', sent.replyTo)
}

/** Of a reply with another text by now another device has the newest one. */
export function forgetOlderReply(rows: Transaction, { id, content }: Reply): void {
  const sent = rows.get('sentEdits', id)
  if (sent !== undefined && sent.edit.content !== content) rows.remove('sentEdits', id)
}

/** Ends what is kept of replies to entries that are gone, once all removals that there are have been read. */
export function forgetRepliesOfGone(rows: Transaction): void {
  for (const sent of rows.all('sentEdits'))
    if (
      isReply(sent) &&
      rows.get('entries', sent.replyTo) === undefined &&
      rows.get('tombstones', tombstoneKey('entries', sent.replyTo)) !== undefined
    )
      rows.remove('sentEdits', sent.entryId)
}

function isReply(sent: SentEdit | SentReply): sent is SentReply {
  return 'replyTo' in sent
}

function giveBack(
  rows: Transaction,
  { entryId: id, edit, editVersion }: SentEdit | SentReply,
  action: 'edit-entry' | 'create-reply',
  entryId: EntryId,
): void {
  // Two tabs that learn of the removal at the same time make the same rows.
  const key = derivedId(id, `unseen ${editVersion}`)
  addDraft(rows, 'new-entry', edit, key)
  const keptText = edit.content
  rows.put('refusals', { id: key, action, reason: 'gone', entryId, keptText, draftKey: key })
}
