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

/** When to pull: debounced, one in flight, retried after faults. */
export interface PullSchedule {
  /** Something changed in this table. */
  request(table: SyncedTable): void
  /** A frame brought a change whole: one look at everything once they have stopped coming. */
  requestWhenQuiet(): void
  /** Anything may have changed: after a start, a reconnect, a regained visibility. */
  requestAll(): void
  stop(): Promise<void>
}

/** Schedules pulls; see `PullSchedule`. */
export function createPullSchedule(options: PullScheduleOptions): PullSchedule {
  const { timers } = options
  const wanted = new Set<SyncedTable>()
  let since: number | undefined
  let cancel: (() => void) | undefined
  let running: Promise<void> | undefined
  let failures = 0
  let stopped = false
  const frames = new Debounce({
    timers,
    quiet: longQuiet,
    longest: longestTrust,
    onQuiet: () => request(syncedTables),
  })

  function schedule(milliseconds: number): void {
    cancel?.()
    cancel = timers.after(milliseconds, () => {
      cancel = undefined
      start()
    })
  }

  function request(tables: readonly SyncedTable[]): void {
    if (stopped) return
    for (const table of tables) wanted.add(table)
    // The one in flight may have read past the change already; another follows it.
    if (running !== undefined) return
    since ??= timers.now()
    schedule(Math.max(0, Math.min(quiet, since + longestWait - timers.now())))
  }

  function start(): void {
    if (stopped || running !== undefined) return
    since = undefined
    const tables = [...wanted]
    wanted.clear()
    if (tables.length === syncedTables.length) frames.cancel()
    running = run(tables).finally(() => {
      running = undefined
      if (!stopped && wanted.size > 0 && cancel === undefined) schedule(quiet)
    })
  }

  async function run(tables: readonly SyncedTable[]): Promise<void> {
    try {
      const result = await options.pull(tables, () => stopped || wanted.size > 0)
      if (stopped) return
      options.onResult(result)
      if (result === 'more') {
        // Older pages, after what has changed meanwhile.
        failures = 0
        return schedule(0)
      }
      if (result === 'done') failures = 0
      else retry(tables)
    } catch (cause) {
      if (stopped) return
      options.onFault(cause)
      retry(tables)
    }
  }

  function retry(tables: readonly SyncedTable[]): void {
    failures += 1
    for (const table of tables) wanted.add(table)
    schedule(backoff(failures, () => timers.random()))
  }

  return {
    request: (table) => request([table, 'removals']),
    requestWhenQuiet() {
      if (!stopped) frames.ring()
    },
    requestAll() {
      failures = 0
      request(syncedTables)
    },
    async stop() {
      stopped = true
      frames.cancel()
      cancel?.()
      cancel = undefined
      await running
    },
  }
}
