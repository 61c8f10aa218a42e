import { newId, type Instant } from '../../../domain/ids.ts'
import { syncedTables, type SyncedTable } from '../../../domain/journal-tables.ts'
import { shapeOf } from '../disk/stored-fields.ts'
import { applyRows } from '../store/apply-rows.ts'
import { keepOwnRows } from '../store/lost-rows.ts'
import { clearMirror, versionsHeld } from '../store/rebuild.ts'
import { hasBackfill } from './backfill.ts'
import { readPage, merge, type Pull, type PullResult } from './reading.ts'

/** The entries of the first screen; the rest of the initial pull follows later. */
const firstEntries = 50

/** Why everything is read again. */
export interface InitialPullReason {
  /** The server was put back to an earlier state: it may lack what this person wrote. */
  readonly isPutBack: boolean
  /** The time of the backup that it was restored from, where it told one. */
  readonly restoredTo?: Instant | undefined
}

/**
 * Page one of every table, then one transaction that replaces what was mirrored before. The
 * newest row of page one is the cursor, read in the same statement, so nothing falls between. Versions
 * tell whether a removal or a row is newer, so it does not matter which of them was read first.
 */
export async function initialPull(
  pull: Pull,
  { isPutBack, restoredTo }: InitialPullReason,
): Promise<PullResult> {
  const { store, journal } = pull
  const copy = newId()
  // The name first: from here on no tab stores a page that it asked for before. The own rows are on the disk with it,
  // or the disk takes nothing more, and keeps the old copy.
  await merge(pull, 'rebuilt', (rows) => {
    const held = rows.get('journal', 'journal')
    if (held !== undefined) rows.put('journal', { ...held, copy })
    if (isPutBack) keepOwnRows(rows, restoredTo)
  })
  const outdated = versionsHeld(store.memory)
  const pages = await Promise.all(syncedTables.map(async (table) => firstPage(pull, table)))
  // A person who may read the journal sees at least their own profile; less is no state to store.
  const isEmpty = pages.every(({ table, first }) => table === 'removals' || first === undefined)
  if (isEmpty) return 'unreadable'
  await merge(pull, 'rebuilt', (rows) => {
    clearMirror(rows, outdated)
    for (const page of pages) {
      applyRows(rows, page.table, page.rows)
      const backfillCursor = page.full ? page.last : undefined
      const { table, first: cursor, isMissing } = page
      const known = { shape: shapeOf(table), ...(isMissing && { isMissing }) }
      rows.put('progress', { table, cursor, backfillCursor, ...known })
    }
    const name = newId()
    rows.put('journal', { key: 'journal', ...journal, copy: name, rebuilt: name })
  })
  return hasBackfill(store) ? 'more' : 'done'
}

async function firstPage(pull: Pull, table: SyncedTable) {
  const limit = table === 'entries' ? Math.min(firstEntries, pull.pageSize) : pull.pageSize
  return { table, ...(await readPage(pull, table, { direction: 'older', limit })) }
}
