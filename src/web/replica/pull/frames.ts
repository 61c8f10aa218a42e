import type { Change } from '../../backend/channel.ts'
import type { Timers } from '../../browser/timers.ts'
import type { Transaction } from '../memory/transaction.ts'
import { applyDeleteFrame, applyRows } from '../store/apply-rows.ts'
import type { Store } from '../store/store.ts'

/** A change whose frame says all that there is to know. */
export type ClearChange = Exclude<Change, { kind: 'unclear' }>

export interface FramesOptions {
  readonly store: Store
  readonly timers: Timers
  /** The copy did not hold all of what has come just now. */
  readonly onNew: () => void
}

/** Frames in one change at most, so that a key finds its way in between. */
const mostAtOnce = 1000

/**
 * Takes in what frames bring, in the order in which they come. An import sends thousands: what has come by the
 * next turn is one change, which draws the screens once.
 */
export class Frames {
  readonly #options: FramesOptions
  readonly #waiting: ClearChange[] = []
  #cancel: (() => void) | undefined

  constructor(options: FramesOptions) {
    this.#options = options
  }

  add(change: ClearChange): void {
    this.#waiting.push(change)
    this.#later()
  }

  /** Forgets what waits; whoever follows the server next reads it by a pull. */
  stop(): void {
    this.#waiting.length = 0
    this.#cancel?.()
  }

  #later(): void {
    this.#cancel ??= this.#options.timers.after(0, () => {
      this.#cancel = undefined
      this.#takeIn(this.#waiting.splice(0, mostAtOnce))
      if (this.#waiting.length > 0) this.#later()
    })
  }

  #takeIn(changes: readonly ClearChange[]): void {
    const { store, onNew } = this.#options
    const { value: isNew } = store.change((rows) =>
      changes.map((change) => apply(rows, change)).includes(true),
    )
    if (isNew) onNew()
  }
}

function apply(rows: Transaction, change: ClearChange): boolean {
  return change.kind === 'deleted'
    ? applyDeleteFrame(rows, change.table, change.id, change.at)
    : applyRows(rows, change.table, [change.row] as never)
}
