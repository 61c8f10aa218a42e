import { backoff, type Timers } from '../../browser/timers.ts'
import { sendNext, type AttemptResult, type SendOptions } from './send-next.ts'
import type { SenderLock } from './sender-lock.ts'

export interface SenderOptions extends SendOptions {
  readonly lock: SenderLock
  readonly timers: Timers
  /** Called with the result of each send attempt. */
  readonly onAttempt: (result: AttemptResult) => void
  /** Called with unexpected errors of ours. */
  readonly onFault: (cause: unknown) => void
}

/** Why the sender is woken: something was queued, or the server may be reachable again. */
type WakeReason = 'queued' | 'try-now'

type State =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'sending'
      readonly end: Promise<void>
      /** True when it was woken meanwhile: it may have looked into the outbox before. */
      readonly isWakeRequested: boolean
    }
  | { readonly kind: 'paused'; readonly why: AttemptResult | 'busy'; readonly cancel: () => void }
  | { readonly kind: 'stopped' }

/** While another tab holds the right to send, ask again after this many milliseconds. */
const busyDelay = 1000

/**
 * Sends what is in the outbox, in order, one mutation at a time.
 *
 *     idle ── wake ──> sending ── outbox empty ──> idle; woken meanwhile: sending
 *                       │   ^
 *     an attempt failed │   │ time is over, or a wake; where the server asked for time, `try-now` alone
 *     or another tab    v   │
 *     sends            paused
 *
 *     any ── stop ──> stopped, after the attempt under way
 *
 * A pause is longer after each failed attempt; `try-now` starts that again. While another tab sends, it lasts 1 s.
 */
export class Sender {
  readonly #options: SenderOptions
  #state: State = { kind: 'idle' }
  /** Failed attempts in a row. */
  #failures = 0

  constructor(options: SenderOptions) {
    this.#options = options
  }

  wake(why: WakeReason): void {
    const state = this.#state
    if (state.kind === 'stopped') return
    if (why === 'try-now') this.#failures = 0
    if (state.kind === 'sending') this.#state = { ...state, isWakeRequested: true }
    else if (why === 'queued' && state.kind === 'paused' && state.why === 'rate-limited') return
    else this.#start()
  }

  /** Sends no further mutation; resolves when the one under way has its result. */
  async stop(): Promise<void> {
    const state = this.#state
    this.#state = { kind: 'stopped' }
    if (state.kind === 'paused') state.cancel()
    if (state.kind === 'sending') await state.end
  }

  /** Another `#state` may have been set while something was awaited. */
  get #isStopped(): boolean {
    return this.#state.kind === 'stopped'
  }

  #start(): void {
    if (this.#state.kind === 'paused') this.#state.cancel()
    this.#state = { kind: 'sending', end: Promise.resolve(), isWakeRequested: false }
    this.#state = { ...this.#state, end: this.#run() }
  }

  async #run(): Promise<void> {
    const outcome = await this.#sendAll()
    const state = this.#state
    if (state.kind !== 'sending') return
    if (outcome === 'busy') this.#pause('busy', busyDelay)
    else if (outcome !== 'empty') this.#backOff(outcome)
    else {
      this.#state = { kind: 'idle' }
      if (state.isWakeRequested) this.#start()
    }
  }

  #backOff(why: AttemptResult): void {
    const { timers } = this.#options
    this.#failures += 1
    this.#pause(
      why,
      backoff(this.#failures, () => timers.random()),
    )
  }

  #pause(why: AttemptResult | 'busy', milliseconds: number): void {
    const cancel = this.#options.timers.after(milliseconds, () => this.#start())
    this.#state = { kind: 'paused', why, cancel }
  }

  /** Sends until the outbox is empty or an attempt fails. */
  async #sendAll(): Promise<AttemptResult | 'empty' | 'busy'> {
    const { lock, onFault } = this.#options
    let outcome: AttemptResult | 'empty' | 'busy' = 'empty'
    try {
      const isOurs = await lock(async (renew) => {
        do outcome = await this.#sendOne(renew)
        while (outcome === 'ok')
      })
      return isOurs ? outcome : 'busy'
    } catch (cause) {
      if (!this.#isStopped) onFault(cause)
      return 'server'
    }
  }

  async #sendOne(renew: () => Promise<boolean>): Promise<AttemptResult | 'empty' | 'busy'> {
    if (!(await renew())) return 'busy'
    if (this.#isStopped) return 'empty'
    const result = await sendNext(this.#options)
    if (result === 'empty' || this.#isStopped) return 'empty'
    this.#options.onAttempt(result)
    if (result === 'ok') this.#failures = 0
    return result
  }
}
