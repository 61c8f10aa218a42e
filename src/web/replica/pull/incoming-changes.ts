import type { Change } from '../../backend/channel.ts'
import type { Timers } from '../../browser/timers.ts'
import type { Transaction } from '../memory/transaction.ts'
import { applyDeleteFrame, applyRows } from '../store/apply-rows.ts'
import type { Store } from '../store/store.ts'

/** A change whose event says all that there is to know. */
export type ClearChange = Exclude<Change, { kind: 'unclear' }>

/** Changes applied together at most, so that a key press is handled in between. */
const mostAtOnce = 1000

/** The changes of realtime events, until they are applied. */
export type IncomingChanges = ReturnType<typeof incomingChanges>

/**
 * Applies what realtime events bring, in the order in which they come. An import sends thousands: what has come by
 * the next turn is one change, which draws the screens once.
 *
 * @param onNew called when the copy did not hold all of what has come just now
 */
export function incomingChanges(store: Store, timers: Timers, onNew: () => void) {
  const waiting: ClearChange[] = []
  let cancel: (() => void) | undefined

  function later(): void {
    cancel ??= timers.after(0, () => {
      cancel = undefined
      const changes = waiting.splice(0, mostAtOnce)
      const areNew = store.change((rows) => changes.map((one) => apply(rows, one))).value
      if (areNew.includes(true)) onNew()
      if (waiting.length > 0) later()
    })
  }

  return {
    add(change: ClearChange): void {
      waiting.push(change)
      later()
    },
    /** Drops what waits; the next pull reads it. */
    stop(): void {
      waiting.length = 0
      cancel?.()
    },
  }
}

function apply(rows: Transaction, change: ClearChange): boolean {
  return change.kind === 'deleted'
    ? applyDeleteFrame(rows, change.table, change.id, change.at)
    : applyRows(rows, change.table, [change.row])
}
