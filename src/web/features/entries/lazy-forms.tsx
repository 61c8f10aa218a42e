import { ChunkErrorDialog } from '../../ui/chunk-error.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ResponsiveDialog } from '../../ui/responsive-dialog.tsx'
import { formTitles } from './entries-texts.ts'

/** Loads what draws a dialog, too: a press that comes before it waits for one answer then, not for two. */
async function withDialog<Form>(loading: Promise<Form>): Promise<Form> {
  void ResponsiveDialog.load()
  return loading
}

export const CreateEntryDialog = lazyPart(
  async () => (await withDialog(import('./create-entry-dialog.tsx'))).CreateEntryDialog,
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

export const EditEntryDialog = lazyPart(
  async () => (await withDialog(import('./edit-entry-dialog.tsx'))).EditEntryDialog,
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
