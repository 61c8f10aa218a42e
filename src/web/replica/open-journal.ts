import { v4 } from 'uuid'

import type { Backend } from '../backend/backend.ts'
import { createLocalJournal } from './local-journal.ts'
import { keepConnection } from './connection.ts'
import { createDatabase } from './database.ts'
import type { Journal } from './journal.ts'
import type { Person } from './person.ts'
import { releaseDeletions } from './queue.ts'
import { guarded } from './storage-error.ts'
import { startSync } from './sync.ts'
import { systemTimers, type Timers } from './timers.ts'

export interface OpenJournalOptions {
  readonly person: Pick<Person, 'id'>
  readonly backend: Backend
  /** Clock, timers and randomness; the system's unless given. */
  readonly timers?: Timers
  /** Rows a page of pull, 1,000 at most and by default. */
  readonly pageSize?: number
  /** Told of faults that are no expected failure; the app may show its error page. */
  readonly onFault?: (cause: unknown) => void
  /** The copy was wiped under this tab, by a sign-out in another one. */
  readonly onClosed?: () => void
}

/** An open copy that is kept in step with the server. */
export interface JournalSession {
  readonly journal: Journal
  /** Asks the server again now; for a "try again" button. */
  wake(): void
  /** Operations and deletions that the server has not confirmed; ask before signing out. */
  unsentCount(): Promise<number>
  /** Stops syncing and closes; everything stored stays. */
  stop(): Promise<void>
  /** Stops and deletes this person's copy, unsent work included (D25): a wanted sign-out only. */
  wipe(): Promise<void>
}

/**
 * Opens one person's journal on this device and starts syncing it. Reads work at once, before
 * and without any network. Deletions left from an earlier start are due now (D11).
 *
 * @throws StorageError when the device offers no usable storage
 */
export async function openJournal(options: OpenJournalOptions): Promise<JournalSession> {
  const { backend, person, timers = systemTimers, onFault = reportFault } = options
  const me = person.id
  const tab = v4()
  const database = createDatabase(me)
  database.on('versionchange', () => options.onClosed?.())
  await guarded(async () => database.open())
  await guarded(async () => releaseDeletions(database, Infinity))
  const connection = keepConnection(database, tab, timers)
  const sync = startSync({
    database,
    backend,
    me,
    tab,
    timers,
    connection,
    pageSize: options.pageSize ?? 1000,
    onFault,
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
