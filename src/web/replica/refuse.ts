import type { EntryEdit } from '../../domain/entry.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { ReplicaDatabase } from './database.ts'
import type { Refusal } from './journal.ts'
import type { Operation, Queued } from './operation.ts'
import { pendingFor } from './queue.ts'

/** The draft of the add-quote form after a refusal: `{ text, author }`. */
export const quoteDraftKey = 'custom-quote'

/** The draft of the form for new entries: an `EntryEdit`. */
export function createDraftKey(category: string): string {
  return `create:${category}`
}

/** The draft of an entry's edit form: an `EntryEdit`. */
export function editDraftKey(entryId: EntryId): string {
  return `edit:${entryId}`
}

interface Kept {
  readonly key: string
  readonly text: string
  readonly value: unknown
}

/**
 * Records a definite refusal: the message for the screen and the typed text as a draft, together
 * (D26). What was queued on top of the refused text is refused with it, and of several texts the
 * last one is kept. Call it inside a transaction over `outbox`, `refusals` and `drafts`.
 */
export async function refuse(
  database: ReplicaDatabase,
  operation: Operation,
  reason: Refusal['reason'],
): Promise<void> {
  const dependents = await takeDependents(database, operation)
  const kept = keptText(operation, dependents)
  const draftKey = kept === undefined ? undefined : await freeKey(database, kept.key)
  if (kept !== undefined && draftKey !== undefined)
    await database.drafts.put({ key: draftKey, value: kept.value })
  await database.refusals.add({
    action: operation.action,
    reason,
    entryId: 'entryId' in operation ? operation.entryId : undefined,
    keptText: kept?.text,
    draftKey,
  })
}

/** Takes out what cannot succeed any more once this operation is refused. */
async function takeDependents(
  database: ReplicaDatabase,
  operation: Operation,
): Promise<readonly Queued[]> {
  if (operation.action !== 'create-entry' && operation.action !== 'edit-entry') return []
  const pending = await pendingFor(database, operation.entryId)
  const dependents =
    operation.action === 'create-entry'
      ? pending
      : pending.filter(
          (queued) =>
            queued.operation.action === 'edit-entry' && queued.operation.baseVersion === undefined,
        )
  await database.outbox.bulkDelete(dependents.map((queued) => queued.seq))
  return dependents
}

function keptText(operation: Operation, dependents: readonly Queued[]): Kept | undefined {
  if (operation.action === 'add-custom-quote')
    return { key: quoteDraftKey, text: operation.quote.text, value: operation.quote }
  if (operation.action !== 'create-entry' && operation.action !== 'edit-entry') return undefined
  const edits = dependents
    .map((queued) => queued.operation)
    .filter((dependent) => dependent.action === 'edit-entry')
  const edit: EntryEdit = edits.at(-1)?.edit ?? operation.edit
  const key =
    operation.action === 'create-entry'
      ? createDraftKey(edit.category)
      : editDraftKey(operation.entryId)
  return { key, text: edit.content, value: edit }
}

/** Text that is being typed right now is never overwritten by text that came back. */
async function freeKey(database: ReplicaDatabase, wanted: string): Promise<string> {
  let key = wanted
  for (let count = 2; (await database.drafts.get(key)) !== undefined; count += 1)
    key = `${wanted}:${count}`
  return key
}
