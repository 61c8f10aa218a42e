import { v4 } from 'uuid'

import type { DraftForm } from '../mutations/draft-form.ts'
import type { ReplicaDatabase } from './database.ts'
import type { Draft } from './stored-rows.ts'

/** Adds text that no open form holds; the next form opened takes it up. Returns its key. */
export async function addDraft(
  database: ReplicaDatabase,
  form: DraftForm,
  value: unknown,
): Promise<string> {
  const key = v4()
  await database.drafts.add({
    key,
    form,
    value,
    owner: undefined,
    order: await nextOrder(database),
  })
  return key
}

/** Behind every draft there is. */
export async function nextOrder(database: ReplicaDatabase): Promise<number> {
  return ((await database.drafts.orderBy('order').last())?.order ?? 0) + 1
}

/**
 * The drafts of a form, oldest first. The form of an edit is gone with its entry: once that was
 * removed, the text is offered to a new entry.
 */
export async function draftsOf(database: ReplicaDatabase, form: DraftForm): Promise<Draft[]> {
  const own = await database.drafts.where('form').equals(form).toArray()
  const homeless = form === 'new-entry' ? await editsOfRemoved(database) : []
  return [...own, ...homeless].toSorted((one, other) => one.order - other.order)
}

async function editsOfRemoved(database: ReplicaDatabase): Promise<Draft[]> {
  const edits = await database.drafts.where('form').startsWith('edit:').toArray()
  const removed = await Promise.all(
    edits.map(async ({ form }) => database.tombstones.get(['entries', form.slice('edit:'.length)])),
  )
  return edits.filter((_, index) => removed[index] !== undefined)
}

/** A form whose text a write takes over. */
export interface SentDraft {
  readonly key: string
  /** What the form holds beside the write; it is kept as a new entry's draft. */
  readonly rest: unknown
}

/** Removes a sent draft; call it in the transaction that stores the write. */
export async function endDraft(database: ReplicaDatabase, { key, rest }: SentDraft): Promise<void> {
  await database.drafts.delete(key)
  if (rest !== undefined) await addDraft(database, 'new-entry', rest)
}
