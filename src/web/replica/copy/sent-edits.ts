import type { EntryId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from './database.ts'
import { addDraft } from './draft-rows.ts'

/** The tables that the function here reads and writes beside the tombstones. */
export function sentEditsScope({ sentEdits, drafts, refusals }: ReplicaDatabase) {
  return [sentEdits, drafts, refusals]
}

/**
 * Ends what is kept of a sent edit once its entry was removed. A text that the person who deleted it had not
 * seen comes back as a draft with a message (D26). Removal and answer come in any order: call it after each,
 * inside a transaction over `mirrorScope`.
 */
export async function settleSentEdit(database: ReplicaDatabase, entryId: EntryId): Promise<void> {
  const { sentEdits, tombstones, refusals } = database
  const [sent, removed] = await Promise.all([
    sentEdits.get(entryId),
    tombstones.get(['entries', entryId]),
  ])
  if (sent === undefined || removed === undefined || removed.removedAt < sent.updatedAt) return
  await sentEdits.delete(entryId)
  if (removed.unseenVersion !== sent.editVersion) return
  await addDraft(database, 'new-entry', sent.edit)
  const keptText = sent.edit.content
  await refusals.add({ action: 'edit-entry', reason: 'gone', entryId, keptText })
}
