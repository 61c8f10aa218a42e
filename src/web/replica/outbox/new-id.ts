import type { EntryId } from '../../../domain/ids.ts'
import type { Queued, WaitingDeletion } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import { formAfterRename } from '../mutations/draft-form.ts'
import { insertedIdOf, kindOf } from '../mutations/registry.ts'
import { queueOf } from '../store/queue.ts'

/**
 * Gives an insert another id, because its own belongs to a row this person cannot read (decision
 * 0011), and renames it in everything that waits. Stored before anything is sent
 * under the new id, so a crash or a second tab sends it once. Does nothing when another tab has
 * taken in a result for the insert.
 */
export function giveNewId(rows: Transaction, { id }: Queued, newId: string): void {
  const insert = rows.get('outbox', id)
  const oldId = insert && insertedIdOf(insert.mutation)
  if (insert === undefined || oldId === undefined) return
  for (const queued of queueOf(rows)) {
    const change = { from: oldId, to: newId }
    const mutation = kindOf(queued.mutation).withId(queued.mutation, change, rows.me)
    if (mutation !== queued.mutation) rows.put('outbox', { ...queued, mutation })
  }
  renameDrafts(rows, oldId, newId)
  renameDeletions(rows, oldId, newId)
  for (const photo of rows.all('unsentPhotos'))
    if (photo.entryId === oldId) rows.put('unsentPhotos', { ...photo, entryId: newId as EntryId })
  // A special day or a draft that asks for the old id finds its entry in this one.
  if (kindOf(insert.mutation).table === 'entries') rows.put('knownIds', { id: oldId })
}

function renameDrafts(rows: Transaction, from: string, to: string): void {
  for (const draft of rows.all('drafts')) {
    const form = formAfterRename(draft.form, from, to)
    const value = valueAfterRename(draft.value, from, to)
    if (form !== draft.form || value !== draft.value) rows.put('drafts', { ...draft, form, value })
  }
}

/** A form names what else it is about, as a story's idea, by the id; only the form knows the field. */
function valueAfterRename(value: unknown, from: string, to: string): unknown {
  const json = JSON.stringify(value ?? null)
  const renamed = json.replaceAll(`"${from}"`, `"${to}"`)
  return renamed === json ? value : JSON.parse(renamed)
}

function renameDeletions(rows: Transaction, from: string, to: string): void {
  for (const waiting of rows.all('deletions'))
    if (waiting.replyTo === from) rows.put('deletions', { ...waiting, replyTo: to as EntryId })
  const waiting = rows.get('deletions', from)
  if (waiting === undefined) return
  rows.remove('deletions', from)
  rows.put('deletions', { ...waiting, entryId: to } as WaitingDeletion)
}
