import type { Change } from '../../backend/channel.ts'
import type { Timers } from '../../browser/timers.ts'
import type { Transaction } from '../memory/transaction.ts'
import { applyDeleteFrame, applyRows } from '../store/apply-rows.ts'
import type { Store } from '../store/store.ts'

/** A change whose event says all that there is to know. */
export type ClearChange = Exclude<Change, { kind: 'unclear' }>

/** Changes applied together at most, so that a key press is handled in between. */
const mostAtOnce = 1000

/**
 * Applies what realtime events bring, in the order in which they come. An import sends thousands: what has come by
 * the next turn is one change, which draws the screens once.
 */
export class IncomingChanges {
  readonly #store: Store
  readonly #timers: Timers
  readonly #onNew: () => void
  readonly #waiting: ClearChange[] = []
  #cancel: (() => void) | undefined

  /** @param onNew called when the copy did not hold all of what has come just now */
  constructor(store: Store, timers: Timers, onNew: () => void) {
    this.#store = store
    this.#timers = timers
    this.#onNew = onNew
  }

  add(change: ClearChange): void {
    this.#waiting.push(change)
    this.#later()
  }

  /** Drops what waits; the next pull reads it. */
  stop(): void {
    this.#waiting.length = 0
    this.#cancel?.()
  }

  #later(): void {
    this.#cancel ??= this.#timers.after(0, () => {
      this.#cancel = undefined
      const changes = this.#waiting.splice(0, mostAtOnce)
      const areNew = this.#store.change((rows) => changes.map((one) => apply(rows, one))).value
      if (areNew.includes(true)) this.#onNew()
      if (this.#waiting.length > 0) this.#later()
    })
  }
}

function apply(rows: Transaction, change: ClearChange): boolean {
  return change.kind === 'deleted'
    ? applyDeleteFrame(rows, change.table, change.id, change.at)
    : applyRows(rows, change.table, [change.row])
}
