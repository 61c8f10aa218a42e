import { liveQuery, type Subscription } from 'dexie'

import type { Timers } from '../../browser/timers.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { outboxScope, queuedOf } from './outbox.ts'
import { storeDeletion } from './write.ts'

/** Milliseconds in which a deletion can be undone (D11). */
export const undoWindow = 5000

/**
 * Moves deletions whose time to undo is over into the outbox (D11).
 *
 * @param until milliseconds of the device's clock; deletions due by then are moved
 */
export async function releaseDeletions(database: ReplicaDatabase, until: number): Promise<void> {
  const { deletions } = database
  await database.transaction('rw', [deletions, ...outboxScope(database)], async () => {
    const due = await deletions.where('due').belowOrEqual(until).toArray()
    for (const { entryId, seen } of due) {
      await deletions.delete(entryId)
      const queued = await queuedOf(database, entryId)
      const mutation = { action: 'delete-entry', entryId, seen } as const
      await storeDeletion(database, { mutation, queuedAt: until }, queued)
    }
  })
}

/** After a storage fault, try again to release a deletion after this many milliseconds. */
const releaseAgain = 1000

export interface DeletionWatch {
  readonly database: ReplicaDatabase
  readonly timers: Timers
  /** Called with each release as it begins. */
  readonly onRelease: (stored: Promise<void>) => void
  readonly onFault: (cause: unknown) => void
}

/** Moves each waiting deletion into the outbox when its time to undo is over; returns the end. */
export function watchDeletions({
  database,
  timers,
  onRelease,
  onFault,
}: DeletionWatch): () => void {
  let cancel: (() => void) | undefined
  let stopped = false

  function releaseAfter(wait: number, due: number): void {
    cancel?.()
    cancel = timers.after(wait, () => {
      const released = releaseDeletions(database, due)
      onRelease(released)
      released.catch((cause: unknown) => {
        if (stopped) return
        onFault(cause)
        // Dexie repeats the query after some aborted transactions, but promises it for none.
        releaseAfter(releaseAgain, due)
      })
    })
  }

  const next = liveQuery(async () => database.deletions.orderBy('due').first())
  const subscription: Subscription = next.subscribe({
    next(deletion) {
      cancel?.()
      if (deletion === undefined) return
      // A clock that was set back must not keep a deletion waiting for longer than its window.
      const wait = Math.min(undoWindow, Math.max(0, deletion.due - timers.now()))
      releaseAfter(wait, deletion.due)
    },
    error: onFault,
  })
  return () => {
    stopped = true
    cancel?.()
    subscription.unsubscribe()
  }
}
