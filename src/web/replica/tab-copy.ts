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

/**
 * Reads and writes may be called at once; nothing is synced before `start`, and where there is a journal to
 * be shown, before `mayWait`.
 */
export function createTabCopy(database: ReplicaDatabase, options: TabCopyOptions): TabCopy {
  const { me, tab, timers, answers, mayWait } = options
  let sync: Sync | undefined
  let isWanted = false
  const begin = () => {
    if (isWanted) sync ??= new Sync({ ...options, database })
  }
  return {
    database,
    journal: createLocalJournal({
      database,
      me,
      tab,
      timers,
      sender: () => sync?.sender,
      answers,
    }),
    start() {
      isWanted = true
      if (mayWait === undefined) return begin()
      void waitsFor(mayWait, database).then(begin)
    },
    wake: () => sync?.wake(),
    async stop() {
      isWanted = false
      const stopping = sync?.stop()
      sync = undefined
      await stopping
    },
  }
}

async function waitsFor(drawing: Promise<unknown>, { journal }: ReplicaDatabase): Promise<void> {
  const isEmpty = await journal.count().then(
    (count) => count === 0,
    () => true,
  )
  if (!isEmpty) await drawing
}
