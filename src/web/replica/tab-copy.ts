import type { ReplicaDatabase } from './copy/database.ts'
import type { Journal } from './journal.ts'
import { createLocalJournal } from './local-journal.ts'
import { Sync, type SyncOptions } from './sync.ts'

export type TabCopyOptions = Omit<SyncOptions, 'database'>

/** One database in use by this tab: the journal over it, and what keeps it in step. */
export interface TabCopy {
  readonly database: ReplicaDatabase
  readonly journal: Journal
  start(): void
  wake(): void
  /** Stops syncing; what is under way is waited for. */
  stop(): Promise<void>
}

/** Reads and writes may be called at once; nothing is synced before `start`. */
export function createTabCopy(database: ReplicaDatabase, options: TabCopyOptions): TabCopy {
  const { me, tab, timers } = options
  let sync: Sync | undefined
  return {
    database,
    journal: createLocalJournal({
      database,
      me,
      tab,
      timers,
      sender: () => sync?.sender,
    }),
    start() {
      sync ??= new Sync({ ...options, database })
    },
    wake: () => sync?.wake(),
    async stop() {
      const stopping = sync?.stop()
      sync = undefined
      await stopping
    },
  }
}
