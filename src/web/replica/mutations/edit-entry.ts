import {
  applyEdit,
  editOf,
  isSameEdit,
  tidyEdit,
  type Entry,
  type EntryEdit,
} from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import type { Calls } from '../../backend/calls.ts'
import { aboutEntry } from './about-row.ts'
import { isCreateEntry, type CreateEntry } from './create-entry.ts'
import { editForm } from './draft-form.ts'
import type { AnyMutation, MutationKind, TextContext } from './kind.ts'
import { doneWith, failed, type RejectionReason, type SendResult } from './send-result.ts'

export interface EditEntry {
  readonly action: 'edit-entry'
  readonly entryId: EntryId
  readonly edit: EntryEdit
  /**
   * The version that the text was based on. `undefined` while an earlier text of our own for this
   * entry is on its way: the version that comes back is the base.
   */
  readonly baseVersion: number | undefined
}

/** A base that fits no row: the server's versions are above zero. */
const noVersion = -1

type Wanted = Omit<EditEntry, 'baseVersion'>

export const editEntry: MutationKind<EditEntry, 'entries', Wanted> = {
  ...aboutEntry,
  action: 'edit-entry',
  complete: (wanted) => ({ ...wanted, edit: tidyEdit(wanted.edit), baseVersion: undefined }),
  conflict: conflictOf,
  apply: (row, { edit }) =>
    row === undefined || isSameEdit(row, edit) ? row : applyEdit(row, edit),
  merge: (before, { edit }) => (isText(before) ? { ...before, edit } : undefined),
  send: sendEdit,
  basedOn: (mutation, row, isFollowing) => ({
    ...mutation,
    baseVersion: isFollowing ? undefined : row?.editVersion,
  }),
  // If the server holds another text by now, this one must not overwrite it.
  rebase: (mutation, sent, row) =>
    mutation.baseVersion === undefined && isText(sent)
      ? { ...mutation, baseVersion: isSameEdit(row, sent.edit) ? row.editVersion : noVersion }
      : mutation,
  isRequiredBy: (later) => isEditEntry(later) && later.baseVersion === undefined,
  typed: ({ entryId, edit }) => ({ form: editForm(entryId), value: edit, text: edit.content }),
}

function isEditEntry(mutation: AnyMutation): mutation is EditEntry {
  return mutation.action === editEntry.action
}

function isText(mutation: AnyMutation): mutation is CreateEntry | EditEntry {
  return isCreateEntry(mutation) || isEditEntry(mutation)
}

/**
 * No row came back: the version has changed, the right is missing, or our own earlier try was
 * carried out and its answer lost. Reading the row tells them apart.
 */
async function sendEdit(
  calls: Calls,
  { entryId, edit, baseVersion = noVersion }: EditEntry,
): Promise<SendResult> {
  const base = { id: entryId, editVersion: baseVersion }
  const answer = await calls.update('entries', base, editOf(edit))
  if (!answer.ok) return failed(answer.code)
  if (answer.value !== undefined) return doneWith('entries', answer.value)
  const held = await calls.read('entries', { id: entryId })
  if (!held.ok) return failed(held.code)
  if (held.value === undefined) return { kind: 'rejected', reason: 'gone', returned: undefined }
  if (isSameEdit(held.value, edit)) return doneWith('entries', held.value)
  const reason = held.value.editVersion === baseVersion ? 'rejected' : 'stale'
  return { kind: 'rejected', reason, returned: { table: 'entries', row: held.value } }
}

/** Its entry is gone, or is no longer as the form showed it. */
function conflictOf(
  { edit }: EditEntry,
  shown: Entry | undefined,
  { seen }: TextContext,
): RejectionReason | undefined {
  if (shown === undefined) return 'gone'
  const isAsSeen = seen === undefined || isSameEdit(shown, seen)
  return isAsSeen || isSameEdit(shown, edit) ? undefined : 'stale'
}
