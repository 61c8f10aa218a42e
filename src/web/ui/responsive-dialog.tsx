import { Dialog, type DialogProps } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { useIsDesktop } from './media-query.ts'

export type ResponsiveDialogProps = DialogProps

/**
 * A dialog from 768 px on, a bottom drawer below (D22). Keep what is typed in
 * the state of the component around it: turning the phone swaps one for the other.
 */
export function ResponsiveDialog(props: ResponsiveDialogProps) {
  return useIsDesktop() ? <Dialog {...props} /> : <Drawer {...props} />
}
