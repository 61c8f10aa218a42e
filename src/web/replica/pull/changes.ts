import { instantFromMilliseconds, millisecondsOf } from '../../../domain/ids.ts'
import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { Cursor } from '../../../domain/table-schemas.ts'
import type { Progress } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import { applyRows } from '../store/apply-rows.ts'
import { readPage, merge, type Pull } from './reading.ts'

/** A transaction's time precedes its commit, so every pull reads this much again (ms). */
const overlap = 60_000

/**
 * Reads what changed in these tables since the cursor, and returns the newest key of each. Removals
 * come last: then a row that vanished between two reads is known to be gone.
 */
export async function pullChanges(
  pull: Pull,
  tables: readonly SyncedTable[],
  before: ReadonlyMap<SyncedTable, Progress>,
): Promise<readonly (Cursor | undefined)[]> {
  const others = tables.filter((table) => table !== 'removals')
  const newest = await Promise.all(
    others.map(async (table) => pullTableChanges(pull, table, before.get(table)?.cursor)),
  )
  const removals = before.get('removals')?.cursor
  return [...newest, await pullTableChanges(pull, 'removals', removals)]
}

async function pullTableChanges(
  pull: Pull,
  table: SyncedTable,
  cursor: Cursor | undefined,
): Promise<Cursor | undefined> {
  const { pageSize: limit } = pull
  let from = cursor === undefined ? undefined : lessOverlap(cursor)
  let newest: Cursor | undefined
  for (;;) {
    const page = await readPage(pull, table, { direction: 'newer', limit, from })
    const { last, isMissing } = page
    const known = pull.store.memory.rows('progress').get(table)
    if (known !== undefined && known.isMissing !== isMissing)
      await merge(pull, 'copy', (rows) => noteMissing(rows, table, isMissing))
    if (last === undefined) return newest
    newest = last
    await merge(pull, 'copy', (rows) => {
      applyRows(rows, table, page.rows)
      advance(rows, table, last)
    })
    if (!page.full) return newest
    from = last
  }
}

/** The smallest id, so that every row of this time comes after the cursor. */
const noId = '00000000-0000-0000-0000-000000000000'

function lessOverlap({ updatedAt }: Cursor): Cursor {
  return { updatedAt: instantFromMilliseconds(millisecondsOf(updatedAt) - overlap), id: noId }
}

/** A table that a server does not know comes with its migration. */
function noteMissing(rows: Transaction, table: SyncedTable, isMissing: true | undefined): void {
  const { isMissing: _, ...progress } = rows.get('progress', table) ?? {}
  if ('table' in progress) rows.put('progress', { ...progress, ...(isMissing && { isMissing }) })
}

/** Cursors only move forward, whichever tab read further. */
function advance(rows: Transaction, table: SyncedTable, last: Cursor): void {
  const progress = rows.get('progress', table)
  if (progress !== undefined && isBeyond(last, progress.cursor))
    rows.put('progress', { ...progress, cursor: last })
}

function isBeyond(one: Cursor, other: Cursor | undefined): boolean {
  if (other === undefined || one.updatedAt > other.updatedAt) return true
  return one.updatedAt === other.updatedAt && one.id > other.id
}

/**
 * A server whose newest row over all tables is older than one already seen was restored without
 * a new epoch. All that disappears leaves a newer removal, so this time never falls otherwise.
 */
export function serverRolledBack(
  newest: readonly (Cursor | undefined)[],
  before: ReadonlyMap<SyncedTable, Progress>,
): boolean {
  const times = newest.map((cursor) => cursor?.updatedAt ?? '')
  // Nothing at all is the answer to missing rights, not to an older state.
  if (times.every((time) => time === '')) return false
  const known = [...before.values()].map((progress) => progress.cursor?.updatedAt ?? '')
  return times.every((time) => known.some((seen) => time < seen))
}
