import { isSameEdit, type EntryEdit } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { Calls, SeenReplies } from '../../backend/calls.ts'
import { aboutEntry } from './about-row.ts'
import type { MutationKind } from './kind.ts'
import { done, failed, type SendResult } from './send-result.ts'

export interface DeleteEntry {
  readonly action: 'delete-entry'
  readonly entryId: EntryId
  /** The entry as it was shown when its deletion was asked for; earlier versions stored none. */
  readonly seen?: EntryEdit | undefined
  /** The replies that its device knew then; left out where all count as known, as of earlier versions. */
  readonly seenReplies?: SeenReplies | undefined
}

export const deleteEntry: MutationKind<DeleteEntry, 'entries'> = {
  ...aboutEntry,
  action: 'delete-entry',
  apply: () => undefined,
  send: sendDeletion,
  deletesAggregate: true,
}

/**
 * Deleting what is gone is success; where the entry stays visible with the same text, it was refused (D10).
 * A text that was not seen, of the entry or of a reply, is deleted as such, so that it comes back to the person who
 * typed it (D26).
 */
async function sendDeletion(calls: Calls, mutation: DeleteEntry): Promise<SendResult> {
  const { entryId, seen, seenReplies: replies } = mutation
  const deleted = { ...done, deleted: { table: 'entries', ids: [entryId] } } as const
  const before = await calls.read('entries', { id: entryId })
  if (!before.ok) return failed(before.code)
  if (before.value === undefined) return deleted
  const { editVersion } = before.value
  const isSeen = seen === undefined || isSameEdit(before.value, seen)
  const answer = await calls.deleteEntry(entryId, { version: isSeen ? editVersion : null, replies })
  if (!answer.ok) return failed(answer.code)
  if (answer.value.length > 0) return deleted
  const after = await calls.read('entries', { id: entryId })
  if (!after.ok) return failed(after.code)
  if (after.value === undefined) return deleted
  // It was changed in between.
  if (after.value.editVersion !== editVersion) return sendDeletion(calls, mutation)
  return { kind: 'rejected', reason: 'rejected', returned: { table: 'entries', row: after.value } }
}
