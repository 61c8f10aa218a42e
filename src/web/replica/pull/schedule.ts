import { syncedTables, type SyncedTable } from '../../../domain/journal-tables.ts'
import type { PullResult } from './reading.ts'
import { backoff, type Timers } from '../../browser/timers.ts'
import { Debounce } from './debounce.ts'

/** Milliseconds without further changes that a pull waits for, and how long at most. */
const quiet = 100
const longestWait = 1000
/** The same for the pull that looks whether frames brought everything. */
const longQuiet = 30_000
const longestTrust = 300_000

export interface PullScheduleOptions {
  /** Pulls; what takes long in it ends as soon as `shouldYield` says that changes are wanted. */
  readonly pull: (tables: readonly SyncedTable[], shouldYield: () => boolean) => Promise<PullResult>
  readonly timers: Timers
  readonly onResult: (result: PullResult) => void
  readonly onFault: (cause: unknown) => void
}

/**
 * When to pull: debounced, one in flight, retried after faults.
 *
 *     idle ── request ──> gathering ── 100 ms without another, 1 s at most ──> pulling
 *      ^                                                                        │
 *      ├── done, and nothing was requested meanwhile ───────────────────────────┤
 *      │   requested meanwhile: gathering;  older pages are left: pulling again │
 *      └── failed: waiting, longer each time; then, or with a request, pulling ─┘
 */
export class PullSchedule {
  readonly #options: PullScheduleOptions
  readonly #wanted = new Set<SyncedTable>()
  readonly #changes: Debounce
  readonly #frames: Debounce
  #failures = 0
  #running: Promise<void> | undefined
  #isStopped = false
  /** Prevents the start that a retry, or the next page, waits for. */
  #cancelWait: (() => void) | undefined

  constructor(options: PullScheduleOptions) {
    const { timers } = options
    this.#options = options
    this.#changes = new Debounce({
      timers,
      quiet,
      longest: longestWait,
      onQuiet: () => this.#start(),
    })
    this.#frames = new Debounce({
      timers,
      quiet: longQuiet,
      longest: longestTrust,
      onQuiet: () => this.#request(syncedTables),
    })
  }

  /** Something changed in this table. */
  request(table: SyncedTable): void {
    this.#request([table, 'removals'])
  }

  /** A frame brought a change whole: one look at everything once they have stopped coming. */
  requestWhenQuiet(): void {
    if (!this.#isStopped) this.#frames.ring()
  }

  /** Anything may have changed: after a start, a reconnect, a regained visibility. */
  requestAll(): void {
    this.#failures = 0
    this.#request(syncedTables)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#frames.cancel()
    this.#forgetStarts()
    await this.#running
  }

  #request(tables: readonly SyncedTable[]): void {
    if (this.#isStopped) return
    for (const table of tables) this.#wanted.add(table)
    // The one in flight may have read past the change already; another follows it.
    if (this.#running !== undefined) return
    this.#cancelWait?.()
    this.#cancelWait = undefined
    this.#changes.ring()
  }

  #start(): void {
    if (this.#isStopped || this.#running !== undefined) return
    this.#forgetStarts()
    const tables = [...this.#wanted]
    this.#wanted.clear()
    if (tables.length === syncedTables.length) this.#frames.cancel()
    this.#running = this.#run(tables).finally(() => {
      this.#running = undefined
      const isWaiting = this.#cancelWait !== undefined
      if (!this.#isStopped && this.#wanted.size > 0 && !isWaiting) this.#changes.ring()
    })
  }

  async #run(tables: readonly SyncedTable[]): Promise<void> {
    const shouldYield = () => this.#isStopped || this.#wanted.size > 0
    try {
      const result = await this.#options.pull(tables, shouldYield)
      if (this.#isStopped) return
      this.#options.onResult(result)
      if (result !== 'done' && result !== 'more') return this.#retry(tables)
      this.#failures = 0
      // Older pages, after what has changed meanwhile.
      if (result === 'more') this.#startAfter(0)
    } catch (cause) {
      if (this.#isStopped) return
      this.#options.onFault(cause)
      this.#retry(tables)
    }
  }

  #retry(tables: readonly SyncedTable[]): void {
    this.#failures += 1
    for (const table of tables) this.#wanted.add(table)
    this.#startAfter(backoff(this.#failures, () => this.#options.timers.random()))
  }

  #startAfter(milliseconds: number): void {
    this.#cancelWait = this.#options.timers.after(milliseconds, () => this.#start())
  }

  #forgetStarts(): void {
    this.#changes.cancel()
    this.#cancelWait?.()
    this.#cancelWait = undefined
  }
}
