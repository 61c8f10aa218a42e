import { useState } from 'react'
import { later } from '../../ui/later.tsx'
import { ChunkErrorDialog } from '../../ui/chunk-error.tsx'
import { loadResponsiveDialog } from '../../ui/responsive-dialog.tsx'
import type { CreateEntryDialogProps } from './create-entry-dialog.tsx'
import type { EditEntryDialogProps } from './edit-entry-dialog.tsx'
import { formTexts } from './entries-texts.ts'

const LaterCreateForm = later(
  async () => {
    // A press that comes before it waits for one answer then, not for two.
    void loadResponsiveDialog()
    return (await import('./create-entry-dialog.tsx')).CreateEntryDialog
  },
  {
    soon: true,
    missing: ({ open, onOpenChange }, missing) => (
      <ChunkErrorDialog
        {...missing}
        open={open}
        onOpenChange={onOpenChange}
        title={formTexts.createTitle}
      />
    ),
  },
)

const LaterEditForm = later(
  async () => {
    void loadResponsiveDialog()
    return (await import('./edit-entry-dialog.tsx')).EditEntryDialog
  },
  {
    soon: true,
    missing: ({ id, onClose }, missing) => (
      <ChunkErrorDialog
        {...missing}
        open={id !== undefined}
        onOpenChange={onClose}
        title={formTexts.editTitle}
      />
    ),
  },
)

/** "Neuer Eintrag". Nothing is mounted until it is first opened. */
export function CreateEntryDialog(props: CreateEntryDialogProps) {
  const [isNeeded, setNeeded] = useState(props.open)
  if (props.open && !isNeeded) setNeeded(true)
  return isNeeded ? <LaterCreateForm {...props} /> : null
}

/** "Eintrag bearbeiten", in the same way. */
export function EditEntryDialog(props: EditEntryDialogProps) {
  const isOpen = props.id !== undefined
  const [isNeeded, setNeeded] = useState(isOpen)
  if (isOpen && !isNeeded) setNeeded(true)
  return isNeeded ? <LaterEditForm {...props} /> : null
}
