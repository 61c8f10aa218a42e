import { liveQuery, type Subscription } from 'dexie'

import type { Backend } from '../backend/backend.ts'
import type { Change } from '../backend/channel.ts'
import type { SyncedTable } from '../backend/rows.ts'
import type { PartnerId } from '../../domain/ids.ts'
import { applyDeleteFrame, applyRows, mirrorScope } from './copy/apply-rows.ts'
import type { ConnectionKeeper } from './connection.ts'
import type { ReplicaDatabase } from './copy/database.ts'
import { createOutbox, type Answer, type DirectSender } from './outbox/sender.ts'
import { pullOnce, type PullResult } from './pull/pull.ts'
import { createPullSchedule } from './pull/schedule.ts'
import { undoWindow } from './outbox/entry-writes.ts'
import { releaseDeletions } from './outbox/outbox.ts'
import { createSenderLock } from './outbox/sender-lock.ts'
import type { Timers } from '../browser/timers.ts'

export interface SyncOptions {
  readonly database: ReplicaDatabase
  readonly backend: Backend
  readonly me: PartnerId
  readonly tab: string
  readonly timers: Timers
  readonly connection: ConnectionKeeper
  readonly pageSize: number
  readonly isOffline: () => boolean
  readonly onFault: (cause: unknown) => void
}

export interface Sync {
  /** Asks the server again for everything, and sends what waits. */
  wake(): void
  /** Takes over what this tab writes. */
  readonly sender: DirectSender
  stop(): Promise<void>
}

/** Keeps one person's copy and the server in step until stopped. */
export function startSync(options: SyncOptions): Sync {
  const { database, backend, me, timers, connection } = options
  const calls = backend.calls(me)
  const isMine = () => {
    const session = backend.session()
    return session.kind === 'active' && session.person === me
  }
  const outbox = createOutbox({
    database,
    me,
    calls,
    timers,
    lock: createSenderLock(database, options.tab, timers),
    isOffline: options.isOffline,
    isDoubtful: () => connection.current() !== 'online',
    onAnswer,
    onFault: options.onFault,
  })
  const schedule = createPullSchedule({
    pull: async (tables) => pullOnce({ database, calls, pageSize: options.pageSize }, tables),
    timers,
    onResult: onPulled,
    onFault: options.onFault,
  })

  function onAnswer(answer: Answer): void {
    // A fault is the answer to one write; a server that fails on everything fails on the pull too.
    if (answer === 'ok' || answer === 'id-taken') connection.set('online')
    if (answer === 'network' || answer === 'server') connection.set('offline')
    if (answer === 'unauthorized') connection.set('signed-out')
  }

  function onPulled(result: PullResult): void {
    if (result === 'done' || result === 'more') {
      // Back after a time without a server: what waited can go now.
      if (connection.current() !== 'online') outbox.wake()
      onAnswer('ok')
    } else if (result !== 'unreadable' && result !== 'rejected' && result !== 'duplicate') {
      onAnswer(result === 'fault' ? 'server' : result)
    }
  }

  function onChange(change: Change): void {
    if (change.kind !== 'unclear') void applyChange(database, change).catch(options.onFault)
    if (change.table === 'journal') schedule.requestAll()
    else schedule.request(change.table)
  }

  function wake(): void {
    if (!isMine()) return connection.set('signed-out')
    schedule.requestAll()
    outbox.wake()
  }

  const leave = backend.subscribe(me, {
    onChange,
    onReady: wake,
    // The pull tells whether the server is away or only its socket.
    onDown: () => schedule.requestAll(),
  })
  const unwatch = [
    backend.onSession(wake),
    watchPage(wake),
    watchOutbox(database, () => outbox.nudge()),
    watchDeletions(options),
  ]
  wake()
  return {
    wake,
    sender: outbox,
    async stop() {
      leave()
      for (const stop of unwatch) stop()
      await Promise.all([outbox.stop(), schedule.stop()])
    },
  }
}

/** No more than a change touches, so that it waits for no read of anything else. */
function scopeOf(database: ReplicaDatabase, table: SyncedTable) {
  if (table === 'removals') return mirrorScope(database)
  return [...new Set([database.table(table), database.tombstones, database.reactions])]
}

async function applyChange(
  database: ReplicaDatabase,
  change: Exclude<Change, { kind: 'unclear' }>,
): Promise<void> {
  await database.transaction('rw', scopeOf(database, change.table), async () => {
    if (change.kind === 'deleted')
      await applyDeleteFrame(database, change.table, change.id, change.at)
    else await applyRows(database, change.table, [change.row])
  })
}

/** The moments at which a browser regains the network or the person's eyes. */
function watchPage(wake: () => void): () => void {
  const page = globalThis as Partial<Window & typeof globalThis>
  const { document } = page
  if (page.addEventListener === undefined || document === undefined) return () => undefined
  const onVisible = () => {
    if (document.visibilityState === 'visible') wake()
  }
  globalThis.addEventListener('online', wake)
  globalThis.addEventListener('pageshow', wake)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    globalThis.removeEventListener('online', wake)
    globalThis.removeEventListener('pageshow', wake)
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** Operations are queued by every tab; whoever sees one first sends it. */
function watchOutbox(database: ReplicaDatabase, nudge: () => void): () => void {
  let newest = 0
  const newestSeq = liveQuery(async () => database.outbox.orderBy('seq').last())
  const subscription: Subscription = newestSeq.subscribe({
    next(queued) {
      if (queued === undefined || queued.seq <= newest) return
      newest = queued.seq
      nudge()
    },
    error: () => undefined,
  })
  return () => subscription.unsubscribe()
}

/** After a storage fault, try again to release a deletion after this many milliseconds. */
const releaseAgain = 1000

/** Moves each waiting deletion into the outbox when its time to undo is over (D11). */
function watchDeletions({ database, timers, onFault }: SyncOptions): () => void {
  let cancel: (() => void) | undefined
  let stopped = false

  function releaseAfter(wait: number, due: number): void {
    cancel?.()
    cancel = timers.after(wait, () => {
      releaseDeletions(database, due).catch((cause: unknown) => {
        if (stopped) return
        onFault(cause)
        // Dexie asks again after some aborted transactions, but promises it for none.
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
