import type { Missing } from './later.tsx'
import { Notice } from './notice.tsx'
import { ResponsiveDialog, type ResponsiveDialogProps } from './responsive-dialog.tsx'
import { uiTexts } from './texts.ts'

/** Says in the place of a part that its code could not be loaded, and what helps. */
export function PartMissing({ again, needsReload }: Missing) {
  return needsReload ? (
    <Notice
      text={uiTexts.partOutdated}
      actions={[{ label: uiTexts.reload, onClick: () => location.reload() }]}
    />
  ) : (
    <Notice text={uiTexts.partMissing} actions={[{ label: uiTexts.again, onClick: again }]} />
  )
}

export type PartMissingDialogProps = Missing &
  Pick<ResponsiveDialogProps, 'open' | 'onOpenChange' | 'title'>

/** The same for a dialog whose code could not be loaded. */
export function PartMissingDialog({ again, needsReload, ...dialog }: PartMissingDialogProps) {
  return (
    <ResponsiveDialog {...dialog}>
      <PartMissing again={again} needsReload={needsReload} />
    </ResponsiveDialog>
  )
}
