import { v4 } from 'uuid'

import type { PartnerId } from '../../domain/ids.ts'
import type { Backend } from '../backend/backend.ts'
import { keepConnection } from './connection.ts'
import { createDatabase } from './database.ts'
import type { Journal } from './journal.ts'
import { createLocalJournal } from './local-journal.ts'
import { releaseDeletions } from './queue.ts'
import { guarded, isClosed } from './storage-error.ts'
import { startSync } from './sync.ts'
import { systemTimers, type Timers } from './timers.ts'

export interface OpenJournalOptions {
  readonly person: { readonly id: PartnerId }
  readonly backend: Backend
  /** Clock, timers and randomness; the system's unless given. */
  readonly timers?: Timers
  /** Rows a page of pull, 1,000 at most and by default. */
  readonly pageSize?: number
  /** Told of what is no expected failure; by default its name goes to the console. */
  readonly onFault?: (cause: unknown) => void
}

/** One person's open copy, kept in step with the server. */
export interface JournalSession {
  readonly journal: Journal
  /** Asks the server again now and sends what waits; for a "try again" button. */
  wake(): void
  /** Operations and deletions that the server has not confirmed; ask before signing out. */
  unsentCount(): Promise<number>
  /** Stops syncing and closes; everything stored stays. */
  stop(): Promise<void>
  /** Stops and deletes this person's copy, unsent work included (D25): a wanted sign-out only. */
  wipe(): Promise<void>
}

/**
 * Opens one person's copy on this device and starts syncing it; waits for the device's storage,
 * never for the network. Deletions left from an earlier start are due now (D11). After another
 * tab has wiped the copy, reads and writes reject with `StorageError` `closed`.
 *
 * @throws StorageError when the device offers no usable storage
 */
export async function openJournal(options: OpenJournalOptions): Promise<JournalSession> {
  const { timers = systemTimers, onFault = reportFault } = options
  const me = options.person.id
  const tab = v4()
  const database = createDatabase(me)
  // A sign-out in another tab deletes the copy: without this, a live query would create it anew.
  database.on('versionchange', () => {
    database.close()
    return false
  })
  await guarded(async () => {
    await database.open()
    await releaseDeletions(database, Infinity)
  })
  const connection = keepConnection(database, tab, timers)
  const sync = startSync({
    database,
    backend: options.backend,
    me,
    tab,
    timers,
    connection,
    pageSize: options.pageSize ?? 1000,
    onFault: (cause) => {
      if (!isClosed(cause)) onFault(cause)
    },
  })

  async function stop(): Promise<void> {
    await sync.stop()
    await connection.clear().catch(() => undefined)
    database.close()
  }

  return {
    journal: createLocalJournal({ database, me, tab, timers, connection: connection.current }),
    wake: () => sync.wake(),
    unsentCount: async () =>
      guarded(async () => (await database.outbox.count()) + (await database.deletions.count())),
    stop,
    async wipe() {
      await stop()
      await guarded(async () => database.delete())
    },
  }
}

function reportFault(cause: unknown): void {
  // The name only: a message of IndexedDB or of ours could quote what was written (D27).
  console.error('sync fault:', cause instanceof Error ? cause.name : typeof cause)
}
