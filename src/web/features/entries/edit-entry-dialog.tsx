import { changeCategory } from '../../../domain/category-change.ts'
import { mayChangeCategory, mayChangePrivacy } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import { useEntryParts, useShownEntry } from '../../replica/use-rows.ts'
import { useDialogSession } from '../../ui/use-dialog-session.ts'
import { EditSituationNotice } from './edit-situation-notice.tsx'
import { EntryFormDialog } from './entry-form-dialog.tsx'
import { formTexts } from './entry-form-texts.ts'
import { useFormContext } from './open-form.ts'
import type { OpenPhotos } from './photos-of-form.ts'
import { readSubject, useEdit, type Subject } from './use-edit.ts'

export interface EditEntryDialogProps {
  /** The entry being edited; undefined when the dialog is closed. */
  readonly id: EntryId | undefined
  readonly onClose: () => void
}

/** "Eintrag bearbeiten": opens on the entry, or on the text that was left or refused (D26). */
export function EditEntryDialog(props: EditEntryDialogProps & { readonly openPhotos: OpenPhotos }) {
  const { id, onClose } = props
  const context = useFormContext(props.openPhotos)
  const session = useDialogSession(
    id,
    async () => {
      const subject = id === undefined ? undefined : await readSubject(context, id)
      if (subject === undefined) onClose()
      return subject
    },
    (subject) => subject && context.closing.leave(subject.held),
  )
  if (session?.value === undefined) return null
  const { serial, isOpen, value } = session
  return <OpenedDialog key={serial} isOpen={isOpen} subject={value} onClose={onClose} />
}

interface OpenedDialogProps extends Omit<EditEntryDialogProps, 'id'> {
  readonly isOpen: boolean
  readonly subject: Subject
}

function OpenedDialog({ isOpen, subject, onClose }: OpenedDialogProps) {
  const journal = useJournal()
  const entry = useShownEntry(subject.id)
  const edit = useEdit(subject, entry, onClose)
  const { state, situation } = edit
  const isShared = entry?.isPrivate === true && !state.form.isPrivate
  const replies = useEntryParts('replies', isShared ? subject.id : undefined)
  const { length: sharedReplies } = replies.filter(({ userId }) => userId === journal.me)
  return (
    <EntryFormDialog
      open={isOpen}
      onClose={onClose}
      title={formTexts.editTitle}
      label={situation === 'gone' ? undefined : formTexts.save}
      onSubmit={edit.submit}
      notice={<EditSituationNotice edit={edit} entry={entry} />}
      state={state}
      mayChangeCategory={entry !== undefined && mayChangeCategory(entry, journal.me)}
      mayChangePrivacy={entry !== undefined && mayChangePrivacy(entry, journal.me)}
      sharedReplies={sharedReplies}
      onCategory={(category) => state.change(changeCategory(state.form, category))}
    />
  )
}
