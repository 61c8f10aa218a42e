import { Dialog, type DialogProps } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { useIsDesktop } from './media-query.ts'
import { useOpenAfterMount } from './use-open-after-mount.ts'

/** The two halves of `ResponsiveDialog`. A drawer slides away, a window is gone. */
export function ResponsiveDialogLayer(props: DialogProps) {
  const isDesktop = useIsDesktop()
  if (isDesktop) return props.open && <Dialog {...props} />
  return <SlidingDrawer {...props} />
}

function SlidingDrawer(props: DialogProps) {
  const open = useOpenAfterMount(props.open)
  return <Drawer {...props} open={open} />
}
