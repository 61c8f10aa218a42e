import type { ReplicaDatabase } from './copy/database.ts'
import type { Connection } from './journal.ts'
import type { Timers } from '../browser/timers.ts'

/** This tab's view of the connection, shared with live queries through the copy. */
export interface ConnectionKeeper {
  current(): Connection
  set(connection: Connection): void
  clear(): Promise<void>
}

/** Rows of tabs that closed without saying so are cleared after a day. */
const leftoverAge = 24 * 60 * 60 * 1000

/** Starts as `connecting`, until the first answer or the first fault. */
export function keepConnection(
  database: ReplicaDatabase,
  tab: string,
  timers: Timers,
): ConnectionKeeper {
  let current: Connection = 'connecting'

  async function store(connection: Connection): Promise<void> {
    const at = timers.now()
    await database.connections.put({ tab, connection, at })
    await database.connections.filter((row) => row.at < at - leftoverAge).delete()
  }

  return {
    current: () => current,
    set(connection) {
      if (connection === current) return
      current = connection
      // Only a signal for live queries: losing it costs a late repaint, nothing stored.
      void store(connection).catch(() => undefined)
    },
    clear: async () => database.connections.delete(tab),
  }
}
