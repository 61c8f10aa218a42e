import { useState } from 'react'
import type { AlertDialogLayerProps } from './alert-dialog-layer.tsx'
import { later } from './later.tsx'
import { PartMissingDialog } from './part-missing.tsx'

const AlertDialogLayer = later(
  async () => (await import('./alert-dialog-layer.tsx')).AlertDialogLayer,
  {
    soon: true,
    missing: ({ open, onOpenChange, title }, missing) => (
      <PartMissingDialog {...missing} open={open} onOpenChange={onOpenChange} title={title} />
    ),
  },
)

/** A question that must be answered. Nothing is mounted until it is first asked. */
export function AlertDialog(props: AlertDialogLayerProps) {
  const [isNeeded, setNeeded] = useState(props.open)
  if (props.open && !isNeeded) setNeeded(true)
  return isNeeded ? <AlertDialogLayer {...props} /> : null
}
