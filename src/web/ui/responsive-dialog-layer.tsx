import { Dialog, type DialogProps } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { useIsDesktop } from './media-query.ts'
import { useOpenAfterMount } from './use-open-after-mount.ts'

/** The two halves of `ResponsiveDialog`. */
export function ResponsiveDialogLayer(props: DialogProps) {
  const open = useOpenAfterMount(props.open)
  return useIsDesktop() ? <Dialog {...props} open={open} /> : <Drawer {...props} open={open} />
}
