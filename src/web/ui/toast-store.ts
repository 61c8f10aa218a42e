import {
  defaultToastDuration,
  withoutToast,
  withToast,
  type QueuedToast,
  type ToastOptions,
} from './toast-queue.ts'

/** Runs `action` after the time; the returned function cancels it. */
export type Schedule = (action: () => void, milliseconds: number) => () => void

/** The toasts of one page, with its clock as a parameter. */
export class ToastStore {
  readonly #schedule: Schedule
  readonly #timers = new Map<number, () => void>()
  readonly #listeners = new Set<() => void>()
  #toasts: readonly QueuedToast[] = []
  #serial = 0
  #isHeld = false

  constructor(schedule: Schedule) {
    this.#schedule = schedule
  }

  show(options: ToastOptions): string {
    this.#serial += 1
    const serial = this.#serial
    const id = options.id ?? `toast-${serial}`
    const duration = options.duration ?? defaultToastDuration
    this.#replace(withToast(this.#toasts, { ...options, id, duration, serial, shown: false }))
    return id
  }

  dismiss(id: string): void {
    // The pointer or focus that paused it left with it, without an event.
    this.#isHeld = false
    this.#replace(withoutToast(this.#toasts, id))
  }

  /** While paused (pointer or focus on them) toasts stay, except pinned ones, whose time goes on (D11). */
  hold(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return
    this.#isHeld = isHeld
    if (isHeld) {
      for (const toast of this.#toasts) if (toast.pinned !== true) this.#stopTimer(toast.serial)
    }
    this.#startTimers()
  }

  list(): readonly QueuedToast[] {
    return this.#toasts
  }

  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  #replace(next: readonly QueuedToast[]): void {
    this.#toasts = next
    this.#startTimers()
    for (const changed of this.#listeners) changed()
  }

  #startTimers(): void {
    const current = new Set(this.#toasts.map((toast) => toast.serial))
    for (const serial of this.#timers.keys()) if (!current.has(serial)) this.#stopTimer(serial)
    for (const toast of this.#toasts) if (this.#isToStart(toast)) this.#startTimer(toast)
  }

  #isToStart({ shown, serial, pinned, duration }: QueuedToast): boolean {
    if (!shown || this.#timers.has(serial) || (this.#isHeld && pinned !== true)) return false
    return duration !== Number.POSITIVE_INFINITY
  }

  #startTimer({ id, serial, duration }: QueuedToast): void {
    const remove = () => this.#replace(withoutToast(this.#toasts, id))
    this.#timers.set(serial, this.#schedule(remove, duration))
  }

  #stopTimer(serial: number): void {
    this.#timers.get(serial)?.()
    this.#timers.delete(serial)
  }
}
