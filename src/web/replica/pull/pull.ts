import { syncedTables, type SyncedTable } from '../../../domain/journal-tables.ts'
import { shapeOf } from '../disk/stored-fields.ts'
import { Superseded } from '../disk/write-changes.ts'
import type { StoredJournal } from '../memory/stored-rows.ts'
import { followTimeZone } from '../store/follow-time-zone.ts'
import { allVersions } from '../store/rebuild.ts'
import { forgetRepliesOfGone } from '../store/sent-edits.ts'
import { backfill } from './backfill.ts'
import { pullChanges, serverRolledBack } from './changes.ts'
import { initialPull } from './initial-pull.ts'
import {
  PullFailure,
  progressOf,
  merge,
  type Pull,
  type PullOptions,
  type PullResult,
} from './reading.ts'
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
    if (!(cause instanceof Superseded)) throw cause
    // Rows that another tab has stored come from its messages, or from the disk.
    await options.store.readAgain()
    return pullOnce(options, tables, shouldYield)
  }
}

async function pullTables(
  options: PullOptions,
  tables: readonly SyncedTable[],
  shouldYield: () => boolean,
): Promise<PullResult> {
  const { store, calls } = options
  const journal = await calls.readJournal()
  if (!journal.ok) return journal.code
  // No row means no rights just now, never an empty journal: the copy is kept (D25).
  if (journal.value === undefined) return 'unreadable'
  const { timeZone } = journal.value
  store.change((rows) => followTimeZone(rows, timeZone))
  const known = store.memory.state().journal
  const before = progressOf(store)
  const pull = { ...options, journal: journal.value, known }
  if (known?.epoch !== journal.value.epoch)
    return initialPull(pull, { isPutBack: true, restoredTo: journal.value.restoredTo ?? undefined })
  const putBack = await wasPutBack(calls, known, journal.value, () => allVersions(store.memory))
  if (!putBack.ok) return putBack.code
  if (putBack.value) return initialPull(pull, { isPutBack: true })
  // A table, a column or a word was added, or the copy could not be read.
  if (!syncedTables.every((table) => before.get(table)?.shape === shapeOf(table)))
    return initialPull(pull, { isPutBack: false })
  await storeJournal(pull, known)
  const newest = await pullChanges(pull, tables, before)
  const all = syncedTables.every((table) => tables.includes(table))
  if (all && serverRolledBack(newest, before)) return initialPull(pull, { isPutBack: true })
  if (all) await endRebuild(pull)
  const result = await backfill(pull, shouldYield)
  if (all && result === 'done') {
    store.change((rows) => forgetRepliesOfGone(rows))
    await store.disk.dropBroken()
  }
  return result
}

async function storeJournal(pull: Pull, held: StoredJournal): Promise<void> {
  const { journal } = pull
  if (held.updatedAt === journal.updatedAt && held.serverStart === journal.serverStart) return
  await merge(pull, 'copy', (rows) => rows.put('journal', { ...held, ...journal }))
}

/** A rebuild had begun and did not end, and the server has become again what the copy follows: it is not needed. */
async function endRebuild(pull: Pull): Promise<void> {
  await merge(pull, 'copy', (rows) => {
    const held = rows.get('journal', 'journal')
    if (held?.copy !== undefined && held.copy !== held.rebuilt)
      rows.put('journal', { ...held, rebuilt: held.copy })
  })
}
