import type { EntryId } from '../../../domain/ids.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { deleteTexts } from './texts.ts'

interface DeleteEntryDialogProps {
  /** The entry asked about; undefined when the dialog is closed. */
  readonly id: EntryId | undefined
  readonly onClose: () => void
  readonly onConfirm: (id: EntryId) => void
}

/** "Eintrag löschen?" */
export function DeleteEntryDialog({ id, onClose, onConfirm }: DeleteEntryDialogProps) {
  return (
    <AlertDialog
      open={id !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={deleteTexts.title}
      description={deleteTexts.description}
      confirmLabel={deleteTexts.confirm}
      cancelLabel={deleteTexts.cancel}
      danger
      onConfirm={() => {
        if (id !== undefined) onConfirm(id)
      }}
    />
  )
}
