import type { EntryId } from '../../../domain/ids.ts'

/** Which form a draft was typed in. */
export type DraftForm = 'new-entry' | 'custom-quote' | `edit:${string}`

/** The form that edits an entry. */
export function editForm(entryId: EntryId): DraftForm {
  return `edit:${entryId}`
}
