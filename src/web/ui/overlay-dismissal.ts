/** The part of Base UI's event details that says why a layer wants to close. */
export interface DismissalDetails {
  readonly reason: string
  readonly event: Event
  cancel(): void
}

/**
 * A toast is above a dialog: pressing "Rückgängig" in it must not close the dialog as a press
 * outside would. Cancels such a dismissal and returns true.
 */
export function isPressOnToast(details: DismissalDetails): boolean {
  if (details.reason !== 'outside-press' && details.reason !== 'focus-out') return false
  const { event, reason } = details
  const target = reason === 'focus-out' ? (event as FocusEvent).relatedTarget : event.target
  if (!(target instanceof Element) || target.closest('[data-toasts]') === null) return false
  details.cancel()
  return true
}
