import { pullEvery } from '../../../domain/limits.ts'
import type { Timers } from '../../browser/timers.ts'

/** From this time without an answered heartbeat a channel counts as dead, in milliseconds. */
const longestSilence = 40_000

export interface ChannelWatchOptions {
  readonly timers: Timers
  readonly isVisible: () => boolean
  readonly pull: () => void
  /** Whether the channel brings changes just now; called at this pace while the page is visible. */
  readonly onState: (isLive: boolean) => void
}

/** Pulls regularly where no channel brings changes, as behind a proxy that passes no WebSockets. */
export class ChannelWatch {
  readonly #options: ChannelWatchOptions
  /** When the joined channel was last heard; undefined while none is joined. */
  #heardAt: number | undefined
  #cancel: () => void

  constructor(options: ChannelWatchOptions) {
    this.#options = options
    this.#cancel = this.#checkLater()
  }

  joined(): void {
    this.#heardAt = this.#options.timers.now()
    this.#options.onState(true)
  }

  /** The server has answered a heartbeat. */
  heard(): void {
    if (this.#heardAt !== undefined) this.joined()
  }

  down(): void {
    this.#heardAt = undefined
  }

  stop(): void {
    this.#cancel()
  }

  #checkLater(): () => void {
    return this.#options.timers.after(pullEvery, () => {
      this.#cancel = this.#checkLater()
      this.#check()
    })
  }

  #check(): void {
    const { timers, isVisible, pull, onState } = this.#options
    // Browsers let the timers of a hidden page, heartbeats too, come once a minute: its silence means nothing.
    if (!isVisible()) {
      if (this.#heardAt !== undefined) this.#heardAt = timers.now()
      return
    }
    // The device's clock may have been set either way.
    const isLive =
      this.#heardAt !== undefined && Math.abs(timers.now() - this.#heardAt) <= longestSilence
    onState(isLive)
    if (!isLive) pull()
  }
}
