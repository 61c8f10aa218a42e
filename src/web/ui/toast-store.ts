import {
  defaultToastDuration,
  withoutToast,
  withToast,
  type QueuedToast,
  type ToastOptions,
} from './toast-queue.ts'

/** Runs `action` after the time and returns how to call that off. */
export type Schedule = (action: () => void, milliseconds: number) => () => void

export interface ToastStore {
  show(options: ToastOptions): string
  dismiss(id: string): void
  /** While held (pointer or focus on them) toasts stay, pinned ones excepted: D11 counts on. */
  hold(held: boolean): void
  list(): readonly QueuedToast[]
  subscribe(changed: () => void): () => void
}

/** The toasts of one page, with its clock as a parameter. */
export function createToastStore(schedule: Schedule): ToastStore {
  let toasts: readonly QueuedToast[] = []
  let serial = 0
  let held = false
  const timers = new Map<number, () => void>()
  const listeners = new Set<() => void>()

  function replace(next: readonly QueuedToast[]): void {
    toasts = next
    startTimers()
    for (const changed of listeners) changed()
  }

  function startTimers(): void {
    const current = new Set(toasts.map((toast) => toast.serial))
    for (const [key, cancel] of timers) {
      if (!current.has(key)) stopTimer(key, cancel)
    }
    for (const toast of toasts) {
      if (!toast.shown || timers.has(toast.serial) || (held && toast.pinned !== true)) continue
      if (toast.duration === Number.POSITIVE_INFINITY) continue
      timers.set(
        toast.serial,
        schedule(() => replace(withoutToast(toasts, toast.id)), toast.duration),
      )
    }
  }

  function stopTimer(key: number, cancel: () => void): void {
    cancel()
    timers.delete(key)
  }

  return {
    show(options) {
      serial += 1
      const id = options.id ?? `toast-${serial}`
      const duration = options.duration ?? defaultToastDuration
      replace(withToast(toasts, { ...options, id, duration, serial, shown: false }))
      return id
    },
    dismiss(id) {
      // The pointer or focus that held it went with it; no event says so.
      held = false
      replace(withoutToast(toasts, id))
    },
    hold(next) {
      if (held === next) return
      held = next
      if (held) {
        for (const toast of toasts) {
          const cancel = timers.get(toast.serial)
          if (toast.pinned !== true && cancel !== undefined) stopTimer(toast.serial, cancel)
        }
      }
      startTimers()
    },
    list: () => toasts,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}
