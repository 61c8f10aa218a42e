import { syncedTables, type SyncedTable } from '../../../domain/journal-tables.ts'
import { followTimeZone } from '../copy/follow-time-zone.ts'
import type { StoredJournal } from '../copy/stored-rows.ts'
import { backfill } from './backfill.ts'
import { pullChanges, serverRolledBack } from './changes.ts'
import { initialPull } from './initial-pull.ts'
import {
  Overtaken,
  PullFailure,
  readProgress,
  storeRead,
  type Pull,
  type PullOptions,
  type PullResult,
} from './reading.ts'
import { allVersions } from './rebuild.ts'
import { wasPutBack } from './server-start.ts'

/**
 * Brings the copy up to the server's state (docs/architecture.md "Pull"): the first time newest first,
 * later what changed since the cursor, and after a restore everything again. Older pages of the
 * initial pull follow until `shouldYield` says that something else is wanted first.
 */
export async function pullOnce(
  options: PullOptions,
  tables: readonly SyncedTable[],
  shouldYield: () => boolean,
): Promise<PullResult> {
  try {
    return await pullTables(options, tables, shouldYield)
  } catch (cause) {
    if (cause instanceof PullFailure) return cause.code
    if (cause instanceof Overtaken) return pullOnce(options, tables, shouldYield)
    throw cause
  }
}

async function pullTables(
  options: PullOptions,
  tables: readonly SyncedTable[],
  shouldYield: () => boolean,
): Promise<PullResult> {
  const { database, calls } = options
  const journal = await calls.readJournal()
  if (!journal.ok) return journal.code
  // No row means no rights just now, never an empty journal: the copy is kept (D25).
  if (journal.value === undefined) return 'unreadable'
  await followTimeZone(database, journal.value.timeZone)
  const known = await database.journal.get('journal')
  const before = await readProgress(database)
  const pull = { ...options, journal: journal.value, known }
  if (known?.epoch !== journal.value.epoch || before.size < syncedTables.length)
    return initialPull(pull)
  const putBack = await wasPutBack(calls, known, journal.value, async () => allVersions(database))
  if (!putBack.ok) return putBack.code
  if (putBack.value) return initialPull(pull)
  await storeJournal(pull, known)
  const newest = await pullChanges(pull, tables, before)
  const all = syncedTables.every((table) => tables.includes(table))
  if (all && serverRolledBack(newest, before)) return initialPull(pull)
  return backfill(pull, shouldYield)
}

async function storeJournal(pull: Pull, held: StoredJournal): Promise<void> {
  const { database, journal } = pull
  if (held.updatedAt === journal.updatedAt && held.serverStart === journal.serverStart) return
  await storeRead(pull, 'copy', 'all', async () => database.journal.put({ ...held, ...journal }))
}
