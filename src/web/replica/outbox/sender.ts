import { backoff, type Timers } from '../../browser/timers.ts'
import type { Queued } from '../copy/stored-rows.ts'
import { sendNext, type AttemptResult, type SendOptions } from './send-next.ts'
import type { SenderLock } from './sender-lock.ts'

export interface SenderOptions extends SendOptions {
  readonly lock: SenderLock
  readonly timers: Timers
  /** Called with the result of each send attempt. */
  readonly onAttempt: (result: AttemptResult) => void
  /** Called with unexpected errors, of ours or of the device's storage. */
  readonly onFault: (cause: unknown) => void
}

/**
 * Why the sender is rung: something is being stored, or the server may be reachable again. What is
 * stored yields the mutation where it is marked as in flight already.
 */
export type Ring = { readonly stored: PromiseLike<Queued | undefined | void> } | 'try-now'

type State =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'sending'
      readonly end: Promise<void>
      /** True when it was rung since it last looked into the outbox. */
      readonly isRungAgain: boolean
      /** True while a mutation is on its way. */
      readonly isBusy: boolean
    }
  | { readonly kind: 'paused'; readonly why: AttemptResult | 'busy'; readonly cancel: () => void }
  | { readonly kind: 'stopped' }

/** While another tab holds the right to send, ask again after this many milliseconds. */
const busyDelay = 1000

/** Sends what is in the outbox, in order, one mutation at a time. Idle until it is first rung. */
export class Sender {
  readonly #options: SenderOptions
  #state: State = { kind: 'idle' }
  /** Failed attempts in a row. */
  #failures = 0
  /** The writes of this tab that are being stored just now. */
  readonly #storing = new Set<Promise<Queued | undefined>>()
  #stopWaiting: () => void = () => undefined
  readonly #stopped = new Promise<void>((resolve) => {
    this.#stopWaiting = resolve
  })

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /**
   * The one way in. A write rings as its storing begins: the right to send is asked for meanwhile.
   * It ends every pause but one that the server asked for; `try-now` ends every pause.
   */
  ring(why: Ring): void {
    const state = this.#state
    if (state.kind === 'stopped') return
    if (why === 'try-now') this.#failures = 0
    else this.#noteStoring(why.stored)
    if (state.kind === 'sending') this.#state = { ...state, isRungAgain: true }
    else if (why !== 'try-now' && state.kind === 'paused' && state.why === 'rate-limited') return
    else this.#start()
  }

  /** True when nothing keeps a mutation that is being stored now from being sent at once. */
  get isReady(): boolean {
    const { isOffline, isDoubtful } = this.#options
    const isFree =
      this.#state.kind === 'idle' || (this.#state.kind === 'sending' && !this.#state.isBusy)
    return isFree && !isOffline() && !isDoubtful()
  }

  /** Takes up no further mutation; resolves when the one under way has its result. */
  async stop(): Promise<void> {
    const state = this.#state
    this.#state = { kind: 'stopped' }
    if (state.kind === 'paused') state.cancel()
    this.#stopWaiting()
    if (state.kind === 'sending') await state.end
  }

  /** Another `#state` may have been set while something was awaited. */
  get #isStopped(): boolean {
    return this.#state.kind === 'stopped'
  }

  #noteStoring(stored: Extract<Ring, object>['stored']): void {
    const storing: Promise<Queued | undefined> = Promise.resolve(stored).then(
      (queued) => queued ?? undefined,
      () => undefined,
    )
    this.#storing.add(storing)
    void storing.then(() => this.#storing.delete(storing))
  }

  /** Waits for the writes that are being stored; yields one that is marked as in flight already. */
  async #stored(): Promise<Queued | undefined> {
    return new Promise((resolve) => {
      for (const storing of this.#storing) void storing.then((queued) => queued && resolve(queued))
      void Promise.all(this.#storing).then(() => resolve(undefined))
      void this.#stopped.then(() => resolve(undefined))
    })
  }

  #start(): void {
    if (this.#state.kind === 'paused') this.#state.cancel()
    this.#state = { kind: 'sending', end: this.#run(), isRungAgain: false, isBusy: false }
  }

  async #run(): Promise<void> {
    const outcome = await this.#sendAll()
    const state = this.#state
    if (state.kind !== 'sending') return
    if (outcome === 'busy') this.#pause('busy', busyDelay)
    else if (outcome !== 'empty') this.#backOff(outcome)
    else {
      this.#state = { kind: 'idle' }
      if (state.isRungAgain) this.#start()
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
    let outcome: AttemptResult | 'empty' = 'empty'
    try {
      const isOurs = await lock.run(async (renew) => {
        do outcome = await this.#sendOne(renew)
        while (outcome === 'ok')
      })
      return isOurs ? outcome : 'busy'
    } catch (cause) {
      if (!this.#isStopped) onFault(cause)
      return 'server'
    }
  }

  async #sendOne(renew: () => Promise<boolean>): Promise<AttemptResult | 'empty'> {
    if (this.#isStopped || !(await renew())) return 'empty'
    // Only here, with the right to send: otherwise another tab may have sent it already.
    const marked = await this.#stored()
    if (this.#isStopped) return 'empty'
    this.#setBusy(true)
    const result = await sendNext(this.#options, marked).finally(() => this.#setBusy(false))
    if (result === 'empty' || this.#isStopped) return 'empty'
    this.#options.onAttempt(result)
    if (result === 'ok') this.#failures = 0
    return result
  }

  /** What was rung until it got busy is in the outbox that is read then. */
  #setBusy(isBusy: boolean): void {
    if (this.#state.kind !== 'sending') return
    const isRungAgain = !isBusy && this.#state.isRungAgain
    this.#state = { ...this.#state, isBusy, isRungAgain }
  }
}
