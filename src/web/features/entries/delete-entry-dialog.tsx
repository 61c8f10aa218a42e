import type { ShownEntry } from '../../replica/journal.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { deleteTexts } from './entries-texts.ts'

interface DeleteEntryDialogProps {
  /** The entry asked about; undefined when the dialog is closed. */
  readonly entry: ShownEntry | undefined
  readonly onClose: () => void
  readonly onConfirm: (entry: ShownEntry) => void
}

/** "Eintrag löschen?" */
export function DeleteEntryDialog({ entry, onClose, onConfirm }: DeleteEntryDialogProps) {
  return (
    <AlertDialog
      open={entry !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={deleteTexts.title}
      description={deleteTexts.description}
      confirmLabel={deleteTexts.confirm}
      cancelLabel={deleteTexts.cancel}
      danger
      onConfirm={() => {
        if (entry !== undefined) onConfirm(entry)
      }}
    />
  )
}
