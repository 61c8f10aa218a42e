import type { CreateEntryDialogProps } from '../features/entries/create-entry-dialog.tsx'
import type { EditEntryDialogProps } from '../features/entries/edit-entry-dialog.tsx'
import { formTitles } from '../features/entries/entries-texts.ts'
import { missingDialog } from '../ui/chunk-error.tsx'
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
    missing: (props, missing) => missingDialog({ ...props, title: formTitles.create }, missing),
  },
)

export const EditEntryDialog = lazyPart<EditEntryDialogProps>(
  async () => (await loadForms()).EditForm,
  {
    soon: true,
    isNeeded: ({ id }) => id !== undefined,
    missing: ({ id, onClose: onOpenChange }, missing) =>
      missingDialog({ open: id !== undefined, onOpenChange, title: formTitles.edit }, missing),
  },
)
