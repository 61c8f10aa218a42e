import { v5 } from 'uuid'
import type { EntryId } from '../../../domain/ids.ts'
import { nextOrder } from './draft-rows.ts'
import { tombstoneKey } from '../memory/tables.ts'
import type { Transaction } from '../memory/transaction.ts'

/**
 * Ends what is kept of a sent edit once its entry was removed. A text that the person who deleted it had not
 * seen comes back as a draft with a message (D26). Removal and answer come in any order: call it after each.
 */
export function settleSentEdit(rows: Transaction, entryId: EntryId): void {
  const sent = rows.get('sentEdits', entryId)
  const removed = rows.get('tombstones', tombstoneKey('entries', entryId))
  if (sent === undefined || removed === undefined || removed.removedAt < sent.updatedAt) return
  rows.remove('sentEdits', entryId)
  if (removed.unseenVersion !== sent.editVersion) return
  const { edit, editVersion } = sent
  // Two tabs that learn of the removal at the same time make the same rows.
  const key = v5(`unseen ${editVersion}`, entryId)
  const place = { order: nextOrder(rows), owner: undefined }
  rows.put('drafts', { key, form: 'new-entry', value: edit, ...place })
  const keptText = edit.content
  rows.put('refusals', { id: key, action: 'edit-entry', reason: 'gone', entryId, keptText })
}
