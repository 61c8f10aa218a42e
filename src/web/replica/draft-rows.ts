import { v4 } from 'uuid'

import type { EntryId } from '../../domain/ids.ts'
import type { Draft, DraftForm, ReplicaDatabase } from './database.ts'

/** The form that edits an entry. */
export function editForm(entryId: EntryId): DraftForm {
  return `edit:${entryId}`
}

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

/** The drafts of a form, oldest first. */
export async function draftsOf(database: ReplicaDatabase, form: DraftForm): Promise<Draft[]> {
  return database.drafts.where('form').equals(form).sortBy('order')
}

/** A form whose text a write takes over. */
export interface SentDraft {
  readonly key: string
  /** What stands in the form and is no part of the write; it stays as a new entry's draft. */
  readonly rest: unknown
}

/** Takes a sent draft out; call it in the transaction that stores the write. */
export async function endDraft(database: ReplicaDatabase, { key, rest }: SentDraft): Promise<void> {
  await database.drafts.delete(key)
  if (rest !== undefined) await addDraft(database, 'new-entry', rest)
}
