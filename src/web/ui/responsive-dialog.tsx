import { useState } from 'react'
import type { DialogProps } from './dialog.tsx'
import { later } from './later.tsx'
import { ChunkErrorDialog } from './chunk-error.tsx'

const ResponsiveDialogLayer = later(
  async () => (await import('./responsive-dialog-layer.tsx')).ResponsiveDialogLayer,
  {
    soon: true,
    missing: ({ open, onOpenChange, title }, missing) => (
      <ChunkErrorDialog {...missing} open={open} onOpenChange={onOpenChange} title={title} />
    ),
  },
)

/** Loads what draws a dialog; never fails. */
export const loadResponsiveDialog = ResponsiveDialogLayer.load

/**
 * A dialog from 768 px on, a bottom drawer below (D22). Keep what is typed in
 * the state of the component around it: turning the phone swaps one for the other.
 * Nothing is mounted until it is first opened.
 */
export function ResponsiveDialog(props: DialogProps) {
  const [isNeeded, setNeeded] = useState(props.open)
  if (props.open && !isNeeded) setNeeded(true)
  return isNeeded ? <ResponsiveDialogLayer {...props} /> : null
}
