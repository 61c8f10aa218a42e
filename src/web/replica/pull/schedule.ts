import { syncedTables, type SyncedTable } from '../../../domain/journal-tables.ts'
import type { PullResult } from './reading.ts'
import { backoff, type Timers } from '../../browser/timers.ts'

export interface PullScheduleOptions {
  /** Pulls; what takes long in it ends as soon as `shouldYield` says that changes are wanted. */
  readonly pull: (tables: readonly SyncedTable[], shouldYield: () => boolean) => Promise<PullResult>
  readonly timers: Timers
  readonly onResult: (result: PullResult) => void
  readonly onFault: (cause: unknown) => void
}

/**
 * When to pull: one pull at a time.
 *
 *     idle ── request ──> gathering ── 100 ms without another, 1 s at most ──> pulling
 *      ^                     ^                                                   │
 *      ├── done ─────────────┼───────────────────────────────────────────────────┤
 *      │                     ├── done, and requested meanwhile ──────────────────┤
 *      │                     └── request ── waiting <── failed, or older pages ──┘
 *      │                                       └── time is over ──> pulling
 *     any ── stop ──> stopped
 *
 * Waiting is longer after each failure, and takes no time for older pages. Beside this, everything is requested
 * once frames have stopped coming for 30 s, or after 5 minutes.
 */
export class PullSchedule {
  readonly #options: PullScheduleOptions
  readonly #wanted = new Set<SyncedTable>()
  /** Gathering or waiting. */
  readonly #next: Countdown
  readonly #frames: Countdown
  #failures = 0
  #pulling: Promise<void> | undefined
  #isStopped = false

  constructor(options: PullScheduleOptions) {
    const { timers } = options
    this.#options = options
    this.#next = countdown(timers, { quiet: 100, longest: 1000 }, () => this.#start())
    this.#frames = countdown(timers, { quiet: 30_000, longest: 300_000 }, () =>
      this.#request(syncedTables),
    )
  }

  /** Something changed in this table. */
  request(table: SyncedTable): void {
    this.#request([table, 'removals'])
  }

  /** A frame brought a change whole: one look at everything once they have stopped coming. */
  requestWhenQuiet(): void {
    if (!this.#isStopped) this.#frames.again()
  }

  /** Anything may have changed: after a start, a reconnect, a regained visibility. */
  requestAll(): void {
    this.#failures = 0
    this.#request(syncedTables)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#frames.cancel()
    this.#next.cancel()
    await this.#pulling
  }

  #request(tables: readonly SyncedTable[]): void {
    if (this.#isStopped) return
    for (const table of tables) this.#wanted.add(table)
    // The one in flight may have read past the change already; another follows it.
    if (this.#pulling === undefined) this.#next.again()
  }

  #start(): void {
    const tables = [...this.#wanted]
    this.#wanted.clear()
    if (tables.length === syncedTables.length) this.#frames.cancel()
    this.#pulling = this.#pull(tables).finally(() => {
      this.#pulling = undefined
      if (!this.#isStopped && this.#wanted.size > 0 && !this.#next.isRunning()) this.#next.again()
    })
  }

  async #pull(tables: readonly SyncedTable[]): Promise<void> {
    const shouldYield = () => this.#isStopped || this.#wanted.size > 0
    try {
      const result = await this.#options.pull(tables, shouldYield)
      if (this.#isStopped) return
      this.#options.onResult(result)
      if (result !== 'done' && result !== 'more') return this.#retry(tables)
      this.#failures = 0
      // Older pages, after what has changed meanwhile.
      if (result === 'more') this.#next.start(0)
    } catch (cause) {
      if (this.#isStopped) return
      this.#options.onFault(cause)
      this.#retry(tables)
    }
  }

  #retry(tables: readonly SyncedTable[]): void {
    this.#failures += 1
    for (const table of tables) this.#wanted.add(table)
    this.#next.start(backoff(this.#failures, () => this.#options.timers.random()))
  }
}

/** Milliseconds: `quiet` after the last request, `longest` after the first of those that follow each other. */
interface Patience {
  readonly quiet: number
  readonly longest: number
}

type Countdown = ReturnType<typeof countdown>

/** Calls back once after a time, which further requests prolong. */
function countdown(timers: Timers, { quiet, longest }: Patience, onEnd: () => void) {
  let since: number | undefined
  let stop: (() => void) | undefined

  function cancel(): void {
    stop?.()
    stop = undefined
    since = undefined
  }

  /** Ends after this time, even if more or less time was left. */
  function start(milliseconds: number): void {
    stop?.()
    stop = timers.after(milliseconds, () => {
      cancel()
      onEnd()
    })
  }

  return {
    isRunning: () => stop !== undefined,
    start,
    /** Begins, or waits once more. */
    again(): void {
      const now = timers.now()
      since ??= now
      start(Math.max(0, Math.min(quiet, since + longest - now)))
    },
    cancel,
  }
}
