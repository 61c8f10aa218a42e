import { useEffect, type KeyboardEvent, type ReactNode } from 'react'

interface SubmitAreaProps {
  readonly onSubmit: () => void
  /** The field that takes the focus when the form opens. */
  readonly focusId: string
  readonly children: ReactNode
}

/**
 * A form that Ctrl or ⌘ + Enter sends from anywhere, and plain Enter from a field of one line.
 * Its button is in the dialog's footer, outside the form element.
 */
export function SubmitArea({ onSubmit, focusId, children }: SubmitAreaProps) {
  useEffect(() => {
    // After the dialog has moved the focus inside itself.
    const frame = requestAnimationFrame(() => document.getElementById(focusId)?.focus())
    return () => cancelAnimationFrame(frame)
    // Only at opening: changing the category must leave the focus on the choice.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    const isOneLine = event.target instanceof HTMLInputElement && event.target.type === 'text'
    if (!(event.ctrlKey || event.metaKey || isOneLine)) return
    event.preventDefault()
    onSubmit()
  }
  return (
    // The keys come from the fields inside; the form itself is no control.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      noValidate
      className="grid gap-4"
      onKeyDown={onKeyDown}
      onSubmit={(event) => event.preventDefault()}
    >
      {children}
    </form>
  )
}
