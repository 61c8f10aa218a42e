import type { Observable, Subscription } from 'dexie'

import { withTimeout } from '../../browser/with-timeout.ts'
import { belongingGroups, readCopy, type TableRows } from './carry-over.ts'
import type { ReplicaDatabase } from './database.ts'
import { readTimeoutMs } from './faulty-device.ts'

/** Dexie's `liveQuery`, or one that waits while a write is answered. */
export type LiveQuery = <Value>(read: () => Promise<Value>) => Observable<Value>

/**
 * The belongings as last read from the device, for when it lets nothing be read any more. What a write that is on its
 * way has taken the place of, such as its draft, may still be among them.
 */
export class LastBelongings {
  readonly #liveQuery: LiveQuery
  #rows: TableRows = new Map()
  #subscriptions: readonly Subscription[] = []

  constructor(liveQuery: LiveQuery) {
    this.#liveQuery = liveQuery
  }

  follow(database: ReplicaDatabase): void {
    this.#subscriptions = belongingGroups(database).map((read) =>
      this.#liveQuery(read).subscribe({
        next: (rows) => {
          this.#rows = new Map([...this.#rows, ...rows])
        },
        error: () => undefined,
      }),
    )
  }

  /** What can be carried over from this database: its copy, else the belongings last read. */
  async readCopy(database: ReplicaDatabase): Promise<TableRows> {
    if (!database.isOpen()) return this.#rows
    return withTimeout(readTimeoutMs, readCopy(database)).catch(() => this.#rows)
  }

  stop(): void {
    for (const subscription of this.#subscriptions) subscription.unsubscribe()
  }
}
