import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import type { Missing } from './lazy-part.tsx'
import { Notice } from './notice.tsx'
import { uiTexts } from './ui-texts.ts'
import { useBackCloses } from './use-back-closes.ts'

/** Says in the place of a part that its code could not be loaded, and what helps. */
export function ChunkError({ again, needsReload }: Missing) {
  return needsReload ? (
    <Notice
      text={uiTexts.partOutdated}
      actions={[{ label: uiTexts.reload, onClick: () => location.reload() }]}
    />
  ) : (
    <Notice text={uiTexts.partMissing} actions={[{ label: uiTexts.again, onClick: again }]} />
  )
}

export interface ChunkErrorDialogProps extends Missing {
  /** True unless given, for a part that is mounted while it is open. */
  readonly open?: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
}

/** The same for a dialog or a popover. It is the browser's own dialog, so it cannot be missing itself. */
export function ChunkErrorDialog({ open = true, ...props }: ChunkErrorDialogProps) {
  return open ? createPortal(<OpenDialog {...props} />, document.body) : null
}

/** The dialog as `missing` of a `lazyPart`. */
export function missingDialog(
  props: Omit<ChunkErrorDialogProps, keyof Missing>,
  missing: Missing,
): ReactNode {
  return <ChunkErrorDialog {...props} {...missing} />
}

function OpenDialog(props: Omit<ChunkErrorDialogProps, 'open'>) {
  const { title, onOpenChange, again, needsReload } = props
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => onOpenChange(false)
  useBackCloses(true, close)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Before it leaves the page: then it gives the focus back.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={close}
      onKeyDown={keepEscape}
      className="m-auto w-[calc(100vw-2rem)] max-w-md rounded-xl border border-line bg-card p-6 text-ink shadow-float dark:border-field-line backdrop:bg-scrim"
    >
      <h2 id={titleId} className="mb-3 font-serif text-lg font-semibold">
        {title}
      </h2>
      <ChunkError again={again} needsReload={needsReload} />
      <div className="mt-4 flex justify-end">
        <Button variant="outline" onClick={close}>
          {uiTexts.close}
        </Button>
      </div>
    </dialog>
  )
}

/** It closes this dialog alone, not what lies below it. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation()
}
