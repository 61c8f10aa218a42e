import { Dialog, type DialogProps } from './dialog.tsx'
import { useIsDesktop } from './media-query.ts'

/** A drawer slides away, a window is gone. */
export function ResponsiveDialogLayer(props: DialogProps) {
  const isWindow = useIsDesktop()
  if (isWindow && !props.open) return null
  return <Dialog {...props} isWindow={isWindow} />
}
