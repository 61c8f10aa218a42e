import type { EntryId, ReplyId } from '../../../domain/ids.ts'

/** The form in which a draft was typed: a new one's kind, or the row that it is about. */
export type DraftForm =
  | 'new-entry'
  | 'custom-quote'
  | `edit:${string}`
  | `reply:${string}`
  | `reply:${string}:${string}`

/** The form that edits an entry. */
export function editForm(entryId: EntryId): DraftForm {
  return `edit:${entryId}`
}

/** The form of a new reply to an entry, or the one that edits a reply. */
export function replyForm(entryId: EntryId, replyId?: ReplyId): DraftForm {
  return replyId === undefined ? `reply:${entryId}` : `reply:${entryId}:${replyId}`
}

/** The form after an entry or a reply has got another id. */
export function formAfterRename(form: DraftForm, from: string, to: string): DraftForm {
  return form.replace(from, to) as DraftForm
}
