import { newId, type PartnerId } from '../../domain/ids.ts'
import type { Backend } from '../backend/backend.ts'
import { atPageEnd, atPageLeave, pageShown } from '../browser/page-end.ts'
import { localSiteStorage } from '../browser/site-storage.ts'
import { systemTimers, type Timers } from '../browser/timers.ts'
import { ConnectionStore } from './connection.ts'
import { databaseName } from './disk/schema.ts'
import type { StorageWatch } from './disk/storage-watch.ts'
import { Drafts } from './drafts/drafts.ts'
import { createTabLiveness } from './drafts/tab-liveness.ts'
import { DraftMirror } from './drafts/draft-mirror.ts'
import { Journal } from './journal.ts'
import type { JournalMemory } from './memory/journal-memory.ts'
import type { Transaction } from './memory/transaction.ts'
import { tryPhotosAgain } from './outbox/photo-writes.ts'
import { tryAgain } from './outbox/retry-state.ts'
import { Pictures } from './pictures/pictures.ts'
import { ServerClock } from './store/server-clock.ts'
import { Store } from './store/store.ts'
import { Sync } from './sync.ts'
import { addLostRows, discardLostRows } from './store/lost-rows.ts'

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
  /** The first drawing of a journal that is here; everything else waits for it. */
  readonly drawn?: Promise<unknown>
  /** Called if the copy's person has signed out; nothing of it is shown. */
  readonly onSignedOut?: () => void
  /** Called with unexpected errors; by default their names go to the console. */
  readonly onFault?: (cause: unknown) => void
}

type ShownMemory = Pick<JournalMemory, 'state' | 'shown' | 'subscribe' | 'until' | 'hasPhoto'>

/** One person's open copy, kept in step with the server. */
export type Replica = ReturnType<typeof openReplica>

/**
 * Opens one person's copy on this device: first what the first screen shows, after its drawing everything else,
 * and then it starts syncing. Deletions left from an earlier start are sent once their time to undo is
 * over, which another tab may still offer (D11). What was parked gets another try.
 */
export function openReplica(options: ReplicaOptions) {
  const { person: me, backend, timers = systemTimers, onFault = reportFault } = options
  const tab = newId()
  const now = () => timers.now()
  const connection = new ConnectionStore()
  const store = storeOf(options, now)
  const mirror = new DraftMirror(me, localSiteStorage)
  const clock = new ServerClock(now, localSiteStorage)
  const calls = backend.calls(me)
  const pictures = new Pictures({ store, calls, now, unstoredTexts: () => mirror.texts() })
  const stops = [...followPage(store, mirror), () => pictures.stop()]
  const liveness = createTabLiveness(databaseName(me), tab, timers)
  const drafts = new Drafts({ store, tab, liveness, mirror })
  const ready = store.open()
  let sync: Sync | undefined
  let isClosed = false
  const start = async () => {
    await ready
    await readRest(store, options.drawn)
    if (isClosed) return
    store.change(tryAllAgain)
    const { pageSize = 1000, isOffline = browserIsOffline } = options
    const machinery = { store, backend, pictures, tab, timers, clock, connection, onFault }
    sync = new Sync({ ...machinery, pageSize, isOffline })
  }
  start().catch(onFault)
  const context = { store, tab, now, clock, pictures, tryAgain: () => sync?.tryAgain() }
  return {
    journal: new Journal(context, drafts),
    /** The journal as screens show it; see `useJournalState`. */
    memory: store.memory as ShownMemory,
    /** Whether what is in memory is stored on the device, too. */
    storage: store as StorageWatch,
    /** This tab's connection to the server. */
    connection: connection as Pick<ConnectionStore, 'current' | 'isLive' | 'subscribe'>,
    /** Resolves when what the first screen shows is in memory. */
    ready,
    /** Asks the server again now and sends what waits; for a "try again" button. */
    wake: () => sync?.wake(),
    lost: lostWork(store, now),
    /** This person's choices about nudges, over the network. */
    nudges: backend.nudges(me),
    /** Stops syncing and closes; everything stored stays. */
    async close() {
      isClosed = true
      for (const stop of stops) stop()
      await sync?.stop()
      drafts.stop()
      store.close()
    },
  }
}

function storeOf(options: ReplicaOptions, now: () => number): Store {
  const { person, openTimeoutMs = 2000, onSignedOut = () => undefined } = options
  return new Store({ person, now, openTimeoutMs, onSignedOut })
}

/** Parked writes, and photos whose reason may be gone by now, get another try. */
function tryAllAgain(rows: Transaction): void {
  tryAgain(rows)
  tryPhotosAgain(rows)
}

async function readRest(store: Store, drawn: Promise<unknown> | undefined): Promise<void> {
  if (store.memory.state().isWhole) return
  await drawn
  await store.readRest()
}

/** Follows the page: keeps texts and leaves or reads the copy as it is left, ends or returns. Yields how to stop that. */
function followPage(store: Store, mirror: DraftMirror): readonly (() => void)[] {
  return [
    atPageEnd(() => mirror.keep()),
    atPageLeave(() => store.disk.leave(pageShown())),
    atPageReturn(() => void store.readAgain()),
  ]
}

/** Calls back when a page that was frozen, and heard nothing, goes on. Returns how to stop that. */
function atPageReturn(returned: () => void): () => void {
  // Node has neither.
  const page = globalThis as Partial<Window & typeof globalThis>
  const end = new AbortController()
  const { signal } = end
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) returned()
  }
  page.document?.addEventListener('resume', returned, { signal })
  page.addEventListener?.('pageshow', onShow, { signal })
  return () => end.abort()
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

/**
 * The person's answers about rows that the server lost (decision 0062).
 *
 * @param now milliseconds of the device's clock
 */
function lostWork(store: Store, now: () => number) {
  return {
    /** Sends these again, by the keys of `lostItemsOf`; one whose entry is not there yet waits for it. */
    add: (keys: ReadonlySet<string>) => void store.change((rows) => addLostRows(rows, keys, now())),
    /** Forgets all of it on this device. */
    discard: () => void store.change(discardLostRows),
  }
}
