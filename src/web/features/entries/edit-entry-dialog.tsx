import { changeCategory } from '../../../domain/category-change.ts'
import { mayChangeCategory, mayChangePrivacy } from '../../../domain/entry.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { useJournal, useTimeZone, useWrittenEntry } from '../../replica/journal-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ResponsiveDialog } from '../../ui/responsive-dialog.tsx'
import { useDialogSession } from '../../ui/use-dialog-session.ts'
import { EditSituationNotice } from './edit-situation-notice.tsx'
import { EntryFormFields } from './entry-form-fields.tsx'
import { FormFooter } from './form-footer.tsx'
import { SubmitArea } from './submit-area.tsx'
import { formTexts } from './entries-texts.ts'
import { readSubject, useEdit, type Subject } from './use-edit.ts'
import type { EntryFormState } from './use-entry-form.ts'

export interface EditEntryDialogProps {
  /** The entry being edited; undefined when the dialog is closed. */
  readonly id: EntryId | undefined
  readonly onClose: () => void
}

/** "Eintrag bearbeiten": opens on the entry, or on the text that was left or refused (D26). */
export function EditEntryDialog({ id, onClose }: EditEntryDialogProps) {
  const timeZone = useTimeZone()
  const journal = useJournal()
  const session = useDialogSession(
    id,
    async () => {
      const subject = id === undefined ? undefined : await readSubject(journal, id, timeZone)
      if (subject === undefined) onClose()
      return subject
    },
    (subject) => subject?.draft.leave(),
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
  const entry = useWrittenEntry(subject.id)
  const edit = useEdit(subject, entry, onClose)
  const { state, situation } = edit
  const isGone = situation === 'gone'
  return (
    <ResponsiveDialog
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={formTexts.editTitle}
      footer={
        isGone ? (
          <Button onClick={onClose}>{formTexts.close}</Button>
        ) : (
          <FormFooter label={formTexts.save} onCancel={onClose} onSubmit={edit.submit} />
        )
      }
    >
      <SubmitArea onSubmit={edit.submit} focusId={`${state.fieldPrefix}-${focusField(state)}`}>
        <EditSituationNotice edit={edit} entry={entry} />
        <EntryFormFields
          state={state}
          mayChangeCategory={entry !== undefined && mayChangeCategory(entry, journal.me)}
          mayChangePrivacy={entry !== undefined && mayChangePrivacy(entry, journal.me)}
          onCategory={(category) => state.change(changeCategory(state.form, category))}
        />
      </SubmitArea>
    </ResponsiveDialog>
  )
}

function focusField({ form }: EntryFormState): 'content' | 'german' {
  return form.category === 'uebersetzungen' ? 'german' : 'content'
}
