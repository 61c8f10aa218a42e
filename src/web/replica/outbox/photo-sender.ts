import { backoff, type Timers } from '../../browser/timers.ts'
import { nextPhoto } from './next-photo.ts'
import { sendNextPhoto, type PhotoAttempt, type PhotoSendOptions } from './send-photo.ts'
import type { SenderLock } from './sender-lock.ts'

export interface PhotoSenderOptions extends PhotoSendOptions {
  readonly lock: SenderLock
  readonly timers: Timers
  /** Called with unexpected errors of ours. */
  readonly onFault: (cause: unknown) => void
}

type State =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'sending'
      readonly end: Promise<void>
      readonly attempt: AbortController
      /** True when it was woken since it last looked for a photo. */
      readonly isWakeRequested: boolean
    }
  | {
      readonly kind: 'paused'
      /** True where the server has said for how long: nothing ends that before. */
      readonly isAsked: boolean
      readonly cancel: () => void
    }
  | { readonly kind: 'stopped' }

/** While another tab sends photos, ask again after this many milliseconds: it takes this tab's along. */
const busyDelay = 5000
/** A server that knows no photos is asked again after this many milliseconds. */
const missingDelay = 600_000
/** The server asks for longer than this only by mistake, in milliseconds: its limit is one of an hour. */
const longestPause = 3_600_000
/** While a photo is under way the right to send is renewed this often, in milliseconds: it may take minutes. */
const renewEvery = 20_000

/**
 * Sends the photos that wait, one at a time, behind all text; a text that is written meanwhile goes out beside it.
 *
 *     idle ── wake ──> sending ── none can be sent now ──> idle; woken meanwhile: sending
 *                       │   ^
 *     an attempt failed │   │ time is over; or `try-now`, unless the server asked for the time
 *     or another tab    v   │
 *     sends            paused
 *
 *     any ── stop ──> stopped, and the photo under way is broken off
 */
export class PhotoSender {
  readonly #options: PhotoSenderOptions
  readonly #unfollow: () => void
  #state: State = { kind: 'idle' }
  /** Failed attempts in a row. */
  #failures = 0

  constructor(options: PhotoSenderOptions) {
    this.#options = options
    this.#unfollow = this.#follow()
  }

  /** @param why something has changed here, or the server may be reachable again */
  wake(why: 'changed' | 'try-now'): void {
    const state = this.#state
    if (state.kind === 'stopped') return
    if (why === 'try-now') this.#failures = 0
    if (state.kind === 'sending') this.#state = { ...state, isWakeRequested: true }
    else if (state.kind === 'idle' || (why === 'try-now' && !state.isAsked)) this.#start()
  }

  async stop(): Promise<void> {
    const state = this.#state
    this.#state = { kind: 'stopped' }
    this.#unfollow()
    if (state.kind === 'paused') state.cancel()
    if (state.kind !== 'sending') return
    state.attempt.abort()
    await state.end
  }

  /** Looks again after each change of what waits, texts too. */
  #follow(): () => void {
    const { memory } = this.#options.store
    let last: readonly unknown[] = []
    return memory.subscribe(() => {
      const { unsentPhotos, queue, deletions } = memory.state()
      const now = [unsentPhotos, queue, deletions]
      const isSame = now.every((part, index) => part === last[index])
      last = now
      if (!isSame && unsentPhotos.size > 0) this.wake('changed')
    })
  }

  #start(): void {
    if (this.#state.kind === 'paused') this.#state.cancel()
    const attempt = new AbortController()
    this.#state = { kind: 'sending', end: Promise.resolve(), attempt, isWakeRequested: false }
    this.#state = { ...this.#state, end: this.#run(attempt.signal) }
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { result, retryAfter } = await this.#sendAll(signal)
    const state = this.#state
    if (state.kind !== 'sending') return
    if (result === 'busy') this.#pause(busyDelay)
    else if (result === 'unsupported') this.#pause(missingDelay)
    else if (result !== 'empty') this.#backOff(retryAfter)
    else {
      this.#state = { kind: 'idle' }
      if (state.isWakeRequested) this.#start()
    }
  }

  #backOff(asked = 0): void {
    const { timers } = this.#options
    this.#failures += 1
    const own = backoff(this.#failures, () => timers.random())
    this.#pause(Math.min(Math.max(own, asked), longestPause), asked > own)
  }

  #pause(milliseconds: number, isAsked = false): void {
    const cancel = this.#options.timers.after(milliseconds, () => this.#start())
    this.#state = { kind: 'paused', isAsked, cancel }
  }

  /** Sends until none can be sent or an attempt fails. */
  async #sendAll(signal: AbortSignal): Promise<PhotoAttempt> {
    const { lock, onFault } = this.#options
    let attempt: PhotoAttempt = { result: 'empty' }
    if (!this.#hasWork()) return attempt
    try {
      const isOurs = await lock(async (renew) => {
        do attempt = await this.#sendOne(renew, signal)
        while (attempt.result === 'ok')
      })
      return isOurs ? attempt : { result: 'busy' }
    } catch (cause) {
      if (!signal.aborted) onFault(cause)
      return { result: 'server' }
    }
  }

  #hasWork(): boolean {
    const { store, clock, isReachable } = this.#options
    return isReachable() && store.change((rows) => nextPhoto(rows, clock)).value !== undefined
  }

  async #sendOne(renew: () => Promise<boolean>, signal: AbortSignal): Promise<PhotoAttempt> {
    if (!(await renew())) return { result: 'busy' }
    if (signal.aborted) return { result: 'empty' }
    if (this.#state.kind === 'sending') this.#state = { ...this.#state, isWakeRequested: false }
    const stop = this.#keepRenewing(renew)
    try {
      const attempt = await sendNextPhoto(this.#options, signal)
      if (attempt.result === 'ok') this.#failures = 0
      return signal.aborted ? { result: 'empty' } : attempt
    } finally {
      stop()
    }
  }

  #keepRenewing(renew: () => Promise<boolean>): () => void {
    const { timers, onFault } = this.#options
    let cancel: () => void
    const later = () => {
      cancel = timers.after(renewEvery, () => {
        renew().catch(onFault)
        later()
      })
    }
    later()
    return () => cancel()
  }
}
