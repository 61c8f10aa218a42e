import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { Change } from '../../backend/channel.ts'
import type { RowOf } from '../../backend/rows.ts'
import { applyDeleteFrame, applyRows, scopeOf } from '../copy/apply-rows.ts'
import type { ReplicaDatabase } from '../copy/database.ts'

/** A change whose frame says all that there is to know. */
export type ClearChange = Exclude<Change, { kind: 'unclear' }>

export interface FramesOptions {
  readonly database: ReplicaDatabase
  /** The copy did not hold all of what was stored just now. */
  readonly onNew: () => void
  /** What these frames brought of a table is not in the copy. */
  readonly onLost: (table: SyncedTable, cause: unknown) => void
}

/** Frames a transaction at most, so that a screen's own writes find their way in between. */
const mostAtOnce = 1000

/**
 * Stores what frames bring, in the order in which they come. What comes while something is stored goes
 * into the next transaction together: an import sends thousands, and each transaction runs the live
 * queries again.
 */
export class Frames {
  readonly #options: FramesOptions
  readonly #waiting: ClearChange[] = []
  #isStoring = false

  constructor(options: FramesOptions) {
    this.#options = options
  }

  add(change: ClearChange): void {
    this.#waiting.push(change)
    if (!this.#isStoring) void this.#store()
  }

  /** Forgets what waits; whoever follows the server next reads it by a pull. */
  stop(): void {
    this.#waiting.length = 0
  }

  async #store(): Promise<void> {
    const { database, onNew, onLost } = this.#options
    this.#isStoring = true
    for (;;) {
      const run = this.#waiting.splice(0, lengthOfRun(this.#waiting.slice(0, mostAtOnce)))
      const table = run[0]?.table
      if (table === undefined) break
      try {
        const scope = scopeOf(database, table)
        if (await database.transaction('rw', scope, async () => applyRun(database, table, run)))
          onNew()
      } catch (cause) {
        onLost(table, cause)
      }
    }
    this.#isStoring = false
  }
}

/** How many of the first changes are of one kind and table. */
function lengthOfRun([first, ...others]: readonly ClearChange[]): number {
  const end = others.findIndex(({ kind, table }) => kind !== first?.kind || table !== first.table)
  return end === -1 ? others.length + 1 : end + 1
}

/** Returns whether the copy did not hold what these frames of one kind and table brought. */
async function applyRun(
  database: ReplicaDatabase,
  table: SyncedTable,
  run: readonly ClearChange[],
): Promise<boolean> {
  const rows = new Map<string, RowOf<SyncedTable>>()
  let isNew = false
  for (const change of run) {
    if (change.kind === 'deleted')
      isNew = (await applyDeleteFrame(database, table, change.id, change.at)) || isNew
    // Of a row that comes twice the newer version counts, whatever the order.
    else if (change.row.updatedAt >= (rows.get(change.row.id)?.updatedAt ?? ''))
      rows.set(change.row.id, change.row)
  }
  return (await applyRows(database, table, [...rows.values()])) || isNew
}
