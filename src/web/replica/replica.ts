import { Dexie } from 'dexie'
import { v4 } from 'uuid'

import type { PartnerId } from '../../domain/ids.ts'
import type { Backend } from '../backend/backend.ts'
import type { Calls } from '../backend/calls.ts'
import type { NudgeCalls } from '../backend/nudges.ts'
import { ConnectionStore } from './connection.ts'
import {
  createDatabase,
  createStrictDatabase,
  databaseName,
  type ReplicaDatabase,
} from './copy/database.ts'
import { TabDrafts } from './copy/drafts.ts'
import type { Journal, Unsent } from './journal.ts'
import { dropMemoryCopy, memoryCopyOf } from './copy/memory-copies.ts'
import { withStorageErrors } from './copy/storage-error.ts'
import type { StorageWatch } from './copy/storage-watch.ts'
import { AnswerWait } from './outbox/answer-wait.ts'
import { countUnsent } from './queries/device-copy.ts'
import { SwitchOver } from './switch-over.ts'
import { createSwitchingJournal } from './switching-journal.ts'
import { createTabCopy } from './tab-copy.ts'
import { createTabPresence } from './copy/tab-presence.ts'
import { atPageEnd } from '../browser/page-end.ts'
import { localSiteStorage } from '../browser/site-storage.ts'
import { systemTimers, type Timers } from '../browser/timers.ts'
import { UnstoredDrafts } from './copy/unstored-drafts.ts'
import { unmarkForWipe, wipe } from './copy/wipe.ts'
import { withTimeout } from '../browser/with-timeout.ts'

export interface ReplicaOptions {
  readonly person: PartnerId
  readonly backend: Backend
  /** Clock, timers and randomness; the system's unless given. */
  readonly timers?: Timers
  /** Rows a page of pull, 1,000 at most and by default. */
  readonly pageSize?: number
  /** True while there is certainly no network; the browser's own word unless given. */
  readonly isOffline?: () => boolean
  /** Milliseconds after which an opening without an answer is given up; 2 s unless given. */
  readonly openTimeoutMs?: number
  /**
   * What can wait for the first drawing waits for this: syncing a copy that holds a journal, and the older
   * pages of another.
   */
  readonly mayWait?: Promise<unknown>
  /** Called if the copy's person has signed out, but the copy could not be deleted; nothing of it is shown. */
  readonly onSignedOut?: () => void
  /** Called with unexpected errors; by default their names go to the console. */
  readonly onFault?: (cause: unknown) => void
}

/** One person's open copy, kept in step with the server. */
export interface Replica {
  readonly journal: Journal
  /** Where the copy is: on the device, or in memory where that cannot store. */
  readonly storage: StorageWatch
  /** This tab's connection to the server. */
  readonly connection: Pick<ConnectionStore, 'current' | 'isLive' | 'subscribe'>
  /** What shows the journal reads it by this. */
  readonly answers: Pick<AnswerWait, 'liveQuery' | 'allRead'>
  /** Resolves when a copy is open; rejects with `StorageError` where none could be had. */
  readonly ready: Promise<void>
  /** Asks the server again now and sends what waits; for a "try again" button. */
  wake(): void
  /** Brings back my own rows out of a file, over the network; what came back is pulled then. */
  importRows: Calls['importRows']
  /** What this person says about nudges, over the network. */
  readonly nudges: NudgeCalls
  /** Stops syncing and closes; everything stored stays. */
  close(): Promise<void>
}

/**
 * Opens one person's copy on this device and starts syncing it. Reads and writes may be called at
 * once: they wait for the opening, never for the network. Deletions left from an earlier start
 * are sent once their time to undo is over, which another tab may still offer (D11). What was set
 * aside gets another try. Where the device does not store, or stops storing, the copy lives in
 * memory as long as the page is open.
 */
export function openReplica(options: ReplicaOptions): Replica {
  const { person: me, timers = systemTimers, onFault = reportFault } = options
  const tab = v4()
  const connection = new ConnectionStore()
  const answers = new AnswerWait(timers)
  const copies = new SwitchOver({
    me,
    now: () => timers.now(),
    openTimeoutMs: options.openTimeoutMs,
    onSignedOut: () => options.onSignedOut?.(),
    onFault,
    liveQuery: (read) => answers.liveQuery(read),
    use: (database, onCopyFault) =>
      createTabCopy(database, {
        backend: options.backend,
        me,
        tab,
        timers,
        connection,
        answers,
        pageSize: options.pageSize ?? 1000,
        isOffline: options.isOffline ?? browserIsOffline,
        mayWait: options.mayWait,
        onFault: onCopyFault,
      }),
  })
  const ready = copies.open()
  // A caller that does not await `ready` gets the same error from the first read.
  ready.catch(() => undefined)
  const presence = createTabPresence(databaseName(me), tab, timers)
  const unstored = new UnstoredDrafts(me, localSiteStorage)
  const stopKeeping = atPageEnd(() => unstored.keep())
  const drafts = new TabDrafts({
    run: async (work) => copies.runOnDatabase(work),
    tab,
    presence,
    unstored,
  })
  return {
    journal: createSwitchingJournal(copies, drafts),
    storage: copies,
    connection,
    answers,
    ready,
    wake: () => copies.wake(),
    nudges: options.backend.nudges(me),
    async importRows(batch, trial) {
      const result = await options.backend.calls(me).importRows(batch, trial)
      if (result.ok && !trial) copies.wake()
      return result
    },
    async close() {
      stopKeeping()
      await copies.close()
      drafts.stop()
    },
  }
}

/** Milliseconds for what a device without an answer must not hold up: signing in and out. */
const answerTimeoutMs = 2000
const nothing: Unsent = { changes: 0, drafts: 0 }

/**
 * What of this person's work is on this device and not on the server. A device that cannot be
 * read holds nothing that could be asked about.
 */
export async function unsentWork(person: PartnerId): Promise<Unsent> {
  const memory = memoryCopyOf(person)
  if (memory !== undefined) return countUnsent(memory.database)
  const unstored = new UnstoredDrafts(person, localSiteStorage)
  const counting = async () => {
    if (!(await Dexie.exists(databaseName(person)))) return nothing
    const database = createDatabase(person)
    return withDatabase(database, async () => {
      const { changes, drafts } = await countUnsent(database)
      return { changes, drafts: drafts + (await unstored.countBeside(database)) }
    })
  }
  return withTimeout(answerTimeoutMs, withStorageErrors(counting)).catch(() => nothing)
}

/** Deletes this person's copy, outbox and drafts from this device: for a wanted sign-out (D25). */
export async function wipeReplica(person: PartnerId): Promise<void> {
  new UnstoredDrafts(person, localSiteStorage).wipe()
  const strict = createStrictDatabase(person)
  const wiping = withDatabase(strict, async () => wipe(strict, systemTimers.now()))
  await Promise.all([dropMemoryCopy(person), withTimeout(answerTimeoutMs, wiping)])
}

/** A copy that a sign-out could not delete is the person's again, who has signed in. Never fails. */
export async function reuseReplica(person: PartnerId): Promise<void> {
  const database = createDatabase(person)
  const work = withDatabase(database, async () => unmarkForWipe(database))
  await withTimeout(answerTimeoutMs, work).catch(() => undefined)
}

async function withDatabase<Value>(
  database: ReplicaDatabase,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await withStorageErrors(work)
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
