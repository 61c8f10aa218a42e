import type { AlertDialogLayerProps } from './alert-dialog-layer.tsx'
import { lazyPart } from './lazy-part.tsx'
import { missingDialog } from './chunk-error.tsx'

export interface AlertDialogProps extends AlertDialogLayerProps {
  readonly open: boolean
}

const AlertDialogLayer = lazyPart(
  async () => (await import('./alert-dialog-layer.tsx')).AlertDialogLayer,
  {
    soon: true,
    missing: missingDialog,
  },
)

/** A question that must be answered. Nothing is mounted until it is asked, and once it is answered. */
export function AlertDialog({ open, ...props }: AlertDialogProps) {
  return open && <AlertDialogLayer {...props} />
}
