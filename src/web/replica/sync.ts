import type { Backend } from '../backend/backend.ts'
import type { Change } from '../backend/channel.ts'
import type { AnswerTime } from '../backend/dated-fetch.ts'
import { atPageWake } from '../browser/page-wake.ts'
import type { Timers } from '../browser/timers.ts'
import type { ConnectionStore } from './connection.ts'
import type { AttemptResult } from './outbox/send-next.ts'
import { createSenderLock } from './outbox/sender-lock.ts'
import { LazyPhotoSender } from './outbox/lazy-photo-sender.ts'
import type { KeptPictures } from './outbox/send-photo.ts'
import { Sender } from './outbox/sender.ts'
import { ChannelWatch } from './pull/channel-watch.ts'
import { incomingChanges, type IncomingChanges } from './pull/incoming-changes.ts'
import { pullOnce } from './pull/pull.ts'
import type { PullResult } from './pull/reading.ts'
import { PullSchedule } from './pull/schedule.ts'
import type { ServerClock } from './store/server-clock.ts'
import type { Store } from './store/store.ts'
import { watchDeletions } from './outbox/deletions.ts'
import { dateOf, dropMisdated, isDue } from './outbox/misdated.ts'

export interface SyncOptions {
  readonly store: Store
  readonly backend: Backend
  readonly pictures: KeptPictures
  readonly tab: string
  readonly timers: Timers
  readonly clock: ServerClock
  readonly connection: ConnectionStore
  readonly pageSize: number
  readonly isOffline: () => boolean
  readonly onFault: (cause: unknown) => void
}

/** Keeps one person's copy and the server in step, from its making until it is stopped. */
export class Sync {
  readonly #options: SyncOptions
  readonly #schedule: PullSchedule
  readonly #incoming: IncomingChanges
  readonly #sender: Sender
  readonly #photos: LazyPhotoSender
  readonly #stops: readonly (() => void)[]

  constructor(options: SyncOptions) {
    const { store, backend, tab, timers, clock, connection, isOffline, onFault } = options
    const calls = backend.calls(store.person)
    this.#options = options
    this.#sender = new Sender({
      store,
      calls,
      timers,
      lock: createSenderLock(store, tab, timers),
      isOffline,
      needsProbe: () => !/^(?:online|full)$/.test(connection.current()),
      clock,
      onAttempt: (result) => this.#onAttempt(result),
      onFault,
    })
    this.#photos = new LazyPhotoSender({
      store,
      calls,
      pictures: options.pictures,
      timers,
      lock: createSenderLock(store, tab, timers, 'photo-sender'),
      isReachable: () => !isOffline() && connection.current() === 'online',
      clock,
      now: () => timers.now(),
      onFault,
    })
    this.#schedule = new PullSchedule({
      pull: async (tables, shouldYield) =>
        pullOnce({ store, calls, pageSize: options.pageSize }, tables, shouldYield),
      timers,
      onResult: (result) => this.#onPulled(result),
      onFault,
    })
    // Rows that another tab of this device wrote come back as they are held.
    this.#incoming = incomingChanges(store, timers, () => this.#schedule.requestWhenQuiet())
    this.#stops = this.#follow()
    this.wake()
  }

  /** Sends what was parked and is to be tried again. */
  tryAgain(): void {
    this.#sender.wake('queued')
    this.#photos.wake('try-now')
  }

  /** Asks the server again for everything, and sends what waits. */
  wake(): void {
    const { backend, store, connection } = this.#options
    const session = backend.session()
    if (session.kind !== 'active' || session.person !== store.person)
      return connection.set('signed-out')
    this.#schedule.requestAll()
    this.#sender.wake('try-now')
    this.#photos.wake('try-now')
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop()
    await Promise.all([this.#sender.stop(), this.#photos.stop(), this.#schedule.stop()])
  }

  /** Everything after which it syncs; yields how to end that. */
  #follow(): readonly (() => void)[] {
    const { store, backend, tab, timers, clock, connection } = this.#options
    const wake = () => this.wake()
    const channel = new ChannelWatch({
      timers,
      isVisible: () =>
        (globalThis as Partial<typeof globalThis>).document?.visibilityState === 'visible',
      pull: () => this.#schedule.requestAll(),
      onState: (isLive) => connection.setLive(isLive),
    })
    return [
      backend.onAnswer((answer) => this.#onAnswer(answer)),
      backend.subscribe(store.person, {
        onChange: (change) => this.#onChange(change),
        onReady: () => {
          channel.joined()
          wake()
        },
        onHeard: () => channel.heard(),
        onTime: (at) => clock.heard(at),
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
      atPageWake(wake),
      connection.subscribe(() => {
        if (connection.current() === 'online') this.#photos.wake('try-now')
      }),
      this.#watchQueue(),
      watchDeletions(store, tab, timers),
      () => this.#incoming.stop(),
      () => channel.stop(),
    ]
  }

  /** Sends what is queued, by other tabs, too: they may end before they have sent it. */
  #watchQueue(): () => void {
    const { memory } = this.#options.store
    let newest = 0
    return memory.subscribe(() => {
      const last = memory.state().queue.at(-1)?.seq ?? 0
      if (last > newest) this.#sender.wake('queued')
      newest = last
    })
  }

  /** Sends the mutations that waited for a word about the clock, or drops those that were dated wrongly. */
  #onAnswer(answer: AnswerTime): void {
    const { store, clock } = this.#options
    clock.answered(answer)
    const held = store.memory.state().queue.filter(({ mutation }) => dateOf(mutation) !== undefined)
    if (held.length === 0) return
    store.change((rows) => dropMisdated(rows, clock))
    if (held.some((queued) => isDue(queued, clock))) this.#sender.wake('queued')
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
      if (before !== 'online') this.#sender.wake('try-now')
      // A full disk can be read: only a write tells that there is room again.
      if (before !== 'full') this.#onAttempt('ok')
    } else if (result !== 'unreadable' && result !== 'rejected' && result !== 'duplicate') {
      this.#onAttempt(result === 'fault' || result === 'unsupported' ? 'server' : result)
    }
  }

  #onChange(change: Change): void {
    const needsPull = change.kind === 'unclear' || !this.#options.backend.sendsWholeRows
    if (change.kind !== 'unclear') this.#incoming.add(change)
    if (change.table === 'journal') this.#schedule.requestAll()
    else if (needsPull) this.#schedule.request(change.table)
  }
}
