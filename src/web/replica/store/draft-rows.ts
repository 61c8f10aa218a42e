import { newId } from '../../../domain/ids.ts'
import { tombstoneKey } from '../memory/tables.ts'
import type { Draft } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import type { DraftForm } from '../mutations/draft-form.ts'
import { isInsertQueued } from './queue.ts'

/** Adds text that no open form holds; the next form opened takes it up. Returns its key. */
export function addDraft(
  rows: Transaction,
  form: DraftForm,
  value: unknown,
  key: string = newId(),
): string {
  rows.put('drafts', { key, form, value, owner: undefined, order: nextOrder(rows) })
  return key
}

/** Behind every draft there is. */
export function nextOrder(rows: Transaction): number {
  return Math.max(0, ...rows.all('drafts').map(({ order }) => order)) + 1
}

/**
 * The drafts of a form, oldest first. The form of an edit or a reply is gone with its entry: once that was
 * removed, the text is offered to a new entry.
 */
export function draftsOf(rows: Pick<Transaction, 'all' | 'get'>, form: DraftForm): Draft[] {
  const isGone = (table: 'entries' | 'replies', id: string | undefined) =>
    id !== undefined &&
    rows.get(table, id) === undefined &&
    rows.get('tombstones', tombstoneKey(table, id)) !== undefined
  const isHomeless = (draft: Draft) => {
    const [kind, entryId, replyId] = draft.form.split(':')
    const isAboutEntry = form === 'new-entry' && (kind === 'edit' || kind === 'reply')
    return isAboutEntry && (isGone('entries', entryId) || isGone('replies', replyId))
  }
  return rows
    .all('drafts')
    .filter((draft) => draft.form === form || isHomeless(draft))
    .toSorted((one, other) => one.order - other.order)
}

/** True where an entry, a reply or a quote has been made of the draft with this key. */
export function knowsId(rows: Transaction, key: string): boolean {
  return (
    rows.get('entries', key) !== undefined ||
    rows.get('replies', key) !== undefined ||
    rows.get('custom_quotes', key) !== undefined ||
    isInsertQueued(rows, key)
  )
}

/** A form whose text a write takes over. */
export interface SentDraft {
  readonly key: string
  /** The content of the form beside the write; it is kept as a new entry's draft. */
  readonly rest: unknown
}

/** Removes a sent draft, in the change that queues the write. */
export function endDraft(rows: Transaction, { key, rest }: SentDraft): void {
  rows.remove('drafts', key)
  if (rest !== undefined) addDraft(rows, 'new-entry', rest)
}
