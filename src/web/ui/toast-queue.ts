/** At most this many toasts are visible (docs/behaviour/everywhere.md "Toasts"). */
export const visibleToasts = 3
/** How long a toast stays by default, in milliseconds (docs/behaviour/everywhere.md "Toasts"). */
export const defaultToastDuration = 4000

interface ToastAction {
  readonly label: string
  readonly onClick: () => void
  /** Takes something back: one Tab leads to it, and Ctrl or ⌘ + Z presses it. */
  readonly undoes?: boolean
}

export interface ToastOptions {
  readonly title: string
  readonly description?: string
  readonly tone?: 'default' | 'success' | 'error'
  /** Milliseconds on the screen, 4000 by default. */
  readonly duration?: number
  /** The toast closes when its button is pressed. */
  readonly action?: ToastAction
  /** Stays its whole duration although other toasts come, even beyond three (D11). */
  readonly pinned?: boolean
  /** A toast with the id of a present one replaces it and restarts its time. */
  readonly id?: string
}

export interface QueuedToast extends ToastOptions {
  readonly id: string
  readonly duration: number
  /** Changes when the toast is replaced, so that its time restarts. */
  readonly serial: number
  /** False while it waits for room; its time has not begun. */
  readonly shown: boolean
}

/**
 * The list after a toast came, oldest first. If more than three would be visible, the oldest that
 * is not pinned leaves. Pinned toasts are always visible; while they take all places, others wait.
 */
export function withToast(list: readonly QueuedToast[], toast: QueuedToast): QueuedToast[] {
  const others = list.filter((one) => one.id !== toast.id)
  return settled([...others, { ...toast, shown: toast.pinned === true }])
}

/** The list after a toast left, with the next waiting one shown. */
export function withoutToast(list: readonly QueuedToast[], id: string): QueuedToast[] {
  return settled(list.filter((toast) => toast.id !== id))
}

function settled(list: readonly QueuedToast[]): QueuedToast[] {
  const free = list.filter((toast) => toast.pinned !== true)
  const room = Math.max(0, visibleToasts - (list.length - free.length))
  const showing = new Set(room === 0 ? [] : free.slice(-room))
  // A toast that has not been seen yet is never dropped for a newer one.
  return list
    .filter((toast) => toast.pinned === true || showing.has(toast) || !toast.shown)
    .map((toast) => (showing.has(toast) ? { ...toast, shown: true } : toast))
}
