import { addLostRows, discardLostRows } from './store/lost-rows.ts'
import type { Store } from './store/store.ts'

/** The person's answers about rows that the server lost (decision 0062). */
export interface LostWork {
  /** Sends these again, by the keys of `lostItemsOf`; one whose entry is not there yet waits for it. */
  add(keys: ReadonlySet<string>): void
  /** Forgets all of it on this device. */
  discard(): void
}

/** @param now milliseconds of the device's clock */
export function lostWork(store: Store, now: () => number): LostWork {
  return {
    add: (keys) => void store.change((rows) => addLostRows(rows, keys, now())),
    discard: () => void store.change((rows) => discardLostRows(rows)),
  }
}
