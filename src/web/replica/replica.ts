import { Dexie } from 'dexie'
import { v4 } from 'uuid'

import type { PartnerId } from '../../domain/ids.ts'
import type { Backend } from '../backend/backend.ts'
import { keepConnection } from './connection.ts'
import { createDatabase, databaseName, type ReplicaDatabase } from './database.ts'
import type { Journal, Unsent } from './journal.ts'
import { createLocalJournal } from './local-journal.ts'
import { releaseDeletions } from './queue.ts'
import { guarded, isClosed } from './storage-error.ts'
import { startSync, type Sync } from './sync.ts'
import { systemTimers, type Timers } from './timers.ts'
import { tryAgain } from './trouble.ts'

export interface ReplicaOptions {
  readonly person: PartnerId
  readonly backend: Backend
  /** Clock, timers and randomness; the system's unless given. */
  readonly timers?: Timers
  /** Rows a page of pull, 1,000 at most and by default. */
  readonly pageSize?: number
  /** True while there is certainly no network; the browser's own word unless given. */
  readonly isOffline?: () => boolean
  /** Told of what is no expected failure; by default its name goes to the console. */
  readonly onFault?: (cause: unknown) => void
}

/** One person's open copy, kept in step with the server. */
export interface Replica {
  readonly journal: Journal
  /** Resolves when the copy is open; rejects with `StorageError` where the device has no storage. */
  readonly ready: Promise<void>
  /** Asks the server again now and sends what waits; for a "try again" button. */
  wake(): void
  /** Stops syncing and closes; everything stored stays. */
  close(): Promise<void>
}

/**
 * Opens one person's copy on this device and starts syncing it. Reads and writes may be called at
 * once: they wait for the opening, never for the network. Deletions left from an earlier start
 * are sent once their time to undo is over, which another tab may still offer (D11). What was set
 * aside gets another try.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const { person: me, timers = systemTimers, onFault = reportFault } = options
  const tab = v4()
  const database = createDatabase(me)
  const connection = keepConnection(database, tab, timers)
  let sync: Sync | undefined
  let closed = false
  // A sign-out in another tab deletes the copy: without this, a live query would create it anew.
  database.on('versionchange', () => {
    database.close()
    return false
  })

  async function open(): Promise<void> {
    await guarded(async () => {
      await database.open()
      await releaseDeletions(database, timers.now())
      await tryAgain(database)
    })
    if (closed) return
    sync = startSync({
      database,
      backend: options.backend,
      me,
      tab,
      timers,
      connection,
      pageSize: options.pageSize ?? 1000,
      isOffline: options.isOffline ?? browserIsOffline,
      onFault: (cause) => {
        // A copy that was closed or wiped under the machinery is no fault.
        if (!isClosed(cause)) onFault(cause)
      },
    })
  }

  const ready = open()
  // Whoever does not await `ready` gets the same error from the first read.
  ready.catch(() => undefined)
  const journal = createLocalJournal({
    database,
    me,
    tab,
    timers,
    connection: () => connection.current(),
    sender: () => sync?.sender,
  })
  return {
    journal,
    ready,
    wake: () => sync?.wake(),
    async close() {
      closed = true
      await ready.catch(() => undefined)
      await sync?.stop()
      await connection.clear().catch(() => undefined)
      journal.drafts.stop()
      database.close()
    },
  }
}

/** What of this person's work lies on this device and not on the server. */
export async function unsentWork(person: PartnerId): Promise<Unsent> {
  const none = { changes: 0, drafts: 0 }
  if (!(await guarded(async () => Dexie.exists(databaseName(person))))) return none
  return withDatabase(person, async (database) => {
    const [queued, waiting, drafts] = await Promise.all([
      database.outbox.count(),
      database.deletions.count(),
      database.drafts.count(),
    ])
    return { changes: queued + waiting, drafts }
  })
}

/** Deletes this person's copy, outbox and drafts from this device: for a wanted sign-out (D25). */
export async function wipeReplica(person: PartnerId): Promise<void> {
  await withDatabase(person, async (database) => database.delete())
}

async function withDatabase<Value>(
  person: PartnerId,
  work: (database: ReplicaDatabase) => Promise<Value>,
): Promise<Value> {
  const database = createDatabase(person)
  try {
    return await guarded(async () => work(database))
  } finally {
    database.close()
  }
}

function browserIsOffline(): boolean {
  // `true` means little, `false` is certain; Node has no such word.
  return (globalThis.navigator as Partial<Navigator> | undefined)?.onLine === false
}

function reportFault(cause: unknown): void {
  // The name only: a message of IndexedDB or of ours could quote what was written (D27).
  // oxlint-disable-next-line no-console -- where a browser app reports what has no screen
  console.error('sync fault:', cause instanceof Error ? cause.name : typeof cause)
}
