import type { EntryEdit } from '../../../domain/entry.ts'
import type { DraftForm, ReplicaDatabase } from '../copy/database.ts'
import { addDraft, editForm } from '../copy/draft-rows.ts'
import type { Refusal } from '../journal.ts'
import { subjectOf, type Operation, type Queued } from '../mutations/operation.ts'
import { pendingFor } from './outbox.ts'

interface Kept {
  readonly form: DraftForm
  readonly text: string
  readonly value: unknown
}

/**
 * Records a definite refusal: the message for the screen and the typed text as a draft, together
 * (D26). What was queued on top of the refused text is refused with it, and of several texts the
 * last one is kept; of what was deleted meanwhile nothing is. Call it inside a transaction over
 * `outbox`, `refusals` and `drafts`.
 *
 * @param isHeld true where an open form holds the text as its own draft
 */
export async function refuse(
  database: ReplicaDatabase,
  operation: Operation,
  reason: Refusal['reason'],
  isHeld = false,
): Promise<void> {
  const dependents = await takeDependents(database, operation)
  if (dependents.some(isDeletion)) return
  const kept = keptText(operation, dependents)
  if (kept !== undefined && !isHeld) await addDraft(database, kept.form, kept.value)
  await database.refusals.add({
    action: operation.action,
    reason,
    entryId: 'entryId' in operation ? operation.entryId : undefined,
    keptText: kept?.text,
  })
}

/** Takes out what cannot succeed any more once this operation is refused. */
async function takeDependents(
  database: ReplicaDatabase,
  operation: Operation,
): Promise<readonly Queued[]> {
  const { action } = operation
  if (action !== 'create-entry' && action !== 'edit-entry' && action !== 'add-custom-quote')
    return []
  const pending = await pendingFor(database, subjectOf(operation))
  const dependents =
    action === 'edit-entry'
      ? pending.filter(
          (queued) =>
            queued.operation.action === 'edit-entry' && queued.operation.baseVersion === undefined,
        )
      : pending
  await database.outbox.bulkDelete(dependents.map((queued) => queued.seq))
  return dependents
}

function isDeletion({ operation }: Queued): boolean {
  return operation.action === 'delete-entry' || operation.action === 'delete-custom-quote'
}

function keptText(operation: Operation, dependents: readonly Queued[]): Kept | undefined {
  if (operation.action === 'add-custom-quote')
    return { form: 'custom-quote', text: operation.quote.text, value: operation.quote }
  if (operation.action !== 'create-entry' && operation.action !== 'edit-entry') return undefined
  const edits = dependents
    .map((queued) => queued.operation)
    .filter((dependent) => dependent.action === 'edit-entry')
  const edit: EntryEdit = edits.at(-1)?.edit ?? operation.edit
  const form = operation.action === 'create-entry' ? 'new-entry' : editForm(operation.entryId)
  return { form, text: edit.content, value: edit }
}
