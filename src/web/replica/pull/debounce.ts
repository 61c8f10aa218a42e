import type { Timers } from '../../browser/timers.ts'

export interface DebounceOptions {
  readonly timers: Timers
  /** Milliseconds without a further ring after which it calls back. */
  readonly quiet: number
  /** Milliseconds after the first ring at which it calls back at the latest. */
  readonly longest: number
  readonly onQuiet: () => void
}

/** Calls back once after rings that follow each other. */
export class Debounce {
  readonly #options: DebounceOptions
  #since: number | undefined
  #stop: (() => void) | undefined

  constructor(options: DebounceOptions) {
    this.#options = options
  }

  ring(): void {
    const { timers, quiet, longest, onQuiet } = this.#options
    const now = timers.now()
    this.#since ??= now
    this.#stop?.()
    this.#stop = timers.after(Math.max(0, Math.min(quiet, this.#since + longest - now)), () => {
      this.cancel()
      onQuiet()
    })
  }

  /** Forgets the rings so far. */
  cancel(): void {
    this.#stop?.()
    this.#stop = undefined
    this.#since = undefined
  }
}
