import { ChunkErrorDialog } from './chunk-error.tsx'
import { lazyPart } from './lazy-part.tsx'

/**
 * A dialog from 768 px on, a bottom drawer below (D22). Keep what is typed in
 * the state of the component around it: turning the phone swaps one for the other.
 */
export const ResponsiveDialog = lazyPart(
  async () => (await import('./responsive-dialog-layer.tsx')).ResponsiveDialogLayer,
  {
    soon: true,
    isNeeded: ({ open }) => open,
    missing: ({ open, onOpenChange, title }, missing) => (
      <ChunkErrorDialog {...missing} open={open} onOpenChange={onOpenChange} title={title} />
    ),
  },
)
