import type { PartnerId } from '../../domain/ids.ts'
import type { Backend } from '../backend/backend.ts'
import type { Calls } from '../backend/calls.ts'
import type { Change } from '../backend/channel.ts'
import type { Timers } from '../browser/timers.ts'
import type { ConnectionStore } from './connection.ts'
import { fillEntryKeys } from './copy/entry-keys.ts'
import type { ReplicaDatabase } from './copy/database.ts'
import { watchTable } from './copy/watch-table.ts'
import type { AnswerWait } from './outbox/answer-wait.ts'
import { watchDeletions } from './outbox/deletions.ts'
import { OwnFrames } from './outbox/own-frames.ts'
import type { AttemptResult } from './outbox/send-next.ts'
import { createSenderLock } from './outbox/sender-lock.ts'
import { Sender } from './outbox/sender.ts'
import { ChannelWatch } from './pull/channel-watch.ts'
import { Frames, type ClearChange } from './pull/frames.ts'
import { pullOnce } from './pull/pull.ts'
import type { PullResult } from './pull/reading.ts'
import { PullSchedule } from './pull/schedule.ts'

export interface SyncOptions {
  readonly database: ReplicaDatabase
  readonly backend: Backend
  readonly me: PartnerId
  readonly tab: string
  readonly timers: Timers
  readonly connection: ConnectionStore
  readonly answers: AnswerWait
  readonly pageSize: number
  readonly isOffline: () => boolean
  /** What can wait for the first drawing waits for this. */
  readonly mayWait: Promise<unknown> | undefined
  readonly onFault: (cause: unknown) => void
}

/** Keeps one person's copy and the server in step, from its making until it is stopped. */
export class Sync {
  readonly #options: SyncOptions
  readonly #schedule: PullSchedule
  readonly #ownFrames: OwnFrames
  readonly #frames: Frames
  readonly #stops: readonly (() => void)[]
  /** Each write of this tab rings it. */
  readonly sender: Sender

  constructor(options: SyncOptions) {
    const { database, backend, me, timers, onFault } = options
    const calls = backend.calls(me)
    this.#options = options
    this.#ownFrames = new OwnFrames(timers)
    this.sender = this.#createSender(calls)
    this.#schedule = new PullSchedule({
      pull: async (tables, shouldYield) =>
        pullOnce({ database, calls, pageSize: options.pageSize }, tables, shouldYield),
      timers,
      mayGoOn: options.mayWait,
      onResult: (result) => this.#onPulled(result),
      onFault,
    })
    this.#frames = new Frames({
      database,
      // What another tab of this device wrote comes back as it is held.
      onNew: () => this.#schedule.requestWhenQuiet(),
      onLost: (table, cause) => {
        onFault(cause)
        this.#schedule.request(table)
      },
    })
    const wake = () => this.wake()
    const ring = (stored: Promise<void>) => this.sender.ring({ stored })
    const channel = new ChannelWatch({
      timers,
      isVisible: () =>
        (globalThis as Partial<typeof globalThis>).document?.visibilityState === 'visible',
      pull: () => this.#schedule.requestAll(),
      onState: (isLive) => options.connection.setLive(isLive),
    })
    this.#stops = [
      backend.subscribe(me, {
        onChange: (change) => this.#onChange(change),
        onReady: () => {
          channel.joined()
          wake()
        },
        onHeard: () => channel.heard(),
        // The pull tells whether the server is away or only its socket.
        onDown: () => {
          channel.down()
          this.#schedule.requestAll()
        },
      }),
      // Not after a renewal: it is made for a request, and one that woke the next would never end.
      backend.onSession((event) => {
        if (event !== 'renewed') wake()
      }),
      watchPage(wake),
      watchOtherTabs(database, () => ring(Promise.resolve())),
      watchDeletions({ database, timers, onRelease: ring, onFault }),
      fillEntryKeys(database, onFault),
      () => this.#frames.stop(),
      () => channel.stop(),
    ]
    wake()
    this.#schedule.hurry()
  }

  /** Asks the server again for everything, and sends what waits. */
  wake(): void {
    const { backend, me, connection } = this.#options
    const session = backend.session()
    if (session.kind !== 'active' || session.person !== me) return connection.set('signed-out')
    this.#schedule.requestAll()
    this.sender.ring('try-now')
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop()
    await Promise.all([this.sender.stop(), this.#schedule.stop()])
  }

  #createSender(calls: Calls): Sender {
    const { database, me, tab, timers, connection, answers, isOffline, onFault } = this.#options
    return new Sender({
      database,
      me,
      calls,
      timers,
      lock: createSenderLock(database, tab, timers),
      isOffline,
      isDoubtful: () => !/^(?:online|full)$/.test(connection.current()),
      onAttempt: (result) => {
        answers.end()
        this.#onAttempt(result)
      },
      onFault,
      ownFrames: this.#ownFrames,
    })
  }

  #onAttempt(result: AttemptResult): void {
    const { connection } = this.#options
    // A fault is the answer to one write; a server that fails on everything fails on the pull too.
    if (result === 'ok' || result === 'id-taken') connection.set('online')
    if (result === 'network' || result === 'server') connection.set('offline')
    if (result === 'full') connection.set('full')
    if (result === 'unauthorized') connection.set('signed-out')
  }

  #onPulled(result: PullResult): void {
    if (result === 'done' || result === 'more') {
      // Back after a time without a server: what waited can go now.
      const before = this.#options.connection.current()
      if (before !== 'online') this.sender.ring('try-now')
      // A full disk can be read: only a write tells that there is room again.
      if (before !== 'full') this.#onAttempt('ok')
    } else if (result !== 'unreadable' && result !== 'rejected' && result !== 'duplicate') {
      this.#onAttempt(result === 'fault' ? 'server' : result)
    }
  }

  #onChange(change: Change): void {
    const needsPull = change.kind === 'unclear' || !this.#options.backend.sendsWholeRows
    if (change.kind !== 'unclear') void this.#apply(change)
    if (change.table === 'journal') this.#schedule.requestAll()
    else if (needsPull) this.#schedule.request(change.table)
  }

  async #apply(change: ClearChange): Promise<void> {
    if (change.kind === 'deleted' || !(await this.#ownFrames.isOwn(change)))
      this.#frames.add(change)
  }
}

/** Browser events after which we sync: online, pageshow, visible. */
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

/**
 * Rings for what other tabs queue: a tab may end before it has sent what it stored. A write of this tab
 * has rung already; the sender, which is at work on it, only looks into the outbox once more.
 */
function watchOtherTabs(database: ReplicaDatabase, ring: () => void): () => void {
  let newest = 0
  return watchTable(database, 'outbox', (places) => {
    if (places === undefined) return ring()
    const last = Math.max(...places.map(Number))
    if (last <= newest) return
    newest = last
    ring()
  })
}
