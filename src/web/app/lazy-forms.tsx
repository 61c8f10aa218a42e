import type { CreateEntryDialogProps } from '../features/entries/create-entry-dialog.tsx'
import type { EditEntryDialogProps } from '../features/entries/edit-entry-dialog.tsx'
import { formTitles } from '../features/entries/entries-texts.ts'
import { ChunkErrorDialog } from '../ui/chunk-error.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ResponsiveDialog } from '../ui/responsive-dialog.tsx'

/** Loads what draws a dialog, too: a press that comes before it waits for one answer then, not for two. */
async function loadForms() {
  void ResponsiveDialog.load()
  return import('./entry-forms.tsx')
}

export const CreateEntryDialog = lazyPart<CreateEntryDialogProps>(
  async () => (await loadForms()).CreateForm,
  {
    soon: true,
    isNeeded: ({ open }) => open,
    missing: ({ open, onOpenChange }, missing) => (
      <ChunkErrorDialog
        {...missing}
        open={open}
        onOpenChange={onOpenChange}
        title={formTitles.create}
      />
    ),
  },
)

export const EditEntryDialog = lazyPart<EditEntryDialogProps>(
  async () => (await loadForms()).EditForm,
  {
    soon: true,
    isNeeded: ({ id }) => id !== undefined,
    missing: ({ id, onClose }, missing) => (
      <ChunkErrorDialog
        {...missing}
        open={id !== undefined}
        onOpenChange={onClose}
        title={formTitles.edit}
      />
    ),
  },
)
