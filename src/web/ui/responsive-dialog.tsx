import { missingDialog } from './chunk-error.tsx'
import type { DialogProps } from './dialog.tsx'
import { lazyPart } from './lazy-part.tsx'

/** Whether a dialog or a popover is open, held by the component that draws it. */
export type OpenState = Pick<DialogProps, 'open' | 'onOpenChange'>

/**
 * A window from 768 px on, a bottom drawer below (D22). Where a phone turns, one becomes the other with the same
 * elements: nothing in it is mounted again.
 */
export const ResponsiveDialog = lazyPart(
  async () => (await import('./responsive-dialog-layer.tsx')).ResponsiveDialogLayer,
  {
    soon: true,
    isNeeded: ({ open }) => open,
    missing: missingDialog,
  },
)
