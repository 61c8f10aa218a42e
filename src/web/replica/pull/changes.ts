import { instantFromMilliseconds, millisecondsOf } from '../../../domain/ids.ts'
import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { Cursor } from '../../backend/rows.ts'
import { applyRows } from '../copy/apply-rows.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import type { Progress } from '../copy/stored-rows.ts'
import { readPage, storeRead, type Pull } from './reading.ts'

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
  const { database, pageSize: limit } = pull
  let from = cursor === undefined ? undefined : lessOverlap(cursor)
  let newest: Cursor | undefined
  for (;;) {
    const request = { direction: 'newer', limit } as const
    const page = await readPage(pull, table, from === undefined ? request : { ...request, from })
    const { last } = page
    if (last === undefined) return newest
    newest = last
    await storeRead(pull, 'copy', table, async () => {
      await applyRows(database, table, page.rows)
      await advance(database, table, last)
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

/** Cursors only move forward, whichever tab read further. */
async function advance(database: ReplicaDatabase, table: SyncedTable, last: Cursor): Promise<void> {
  const progress = await database.progress.get(table)
  if (progress === undefined || !isBeyond(last, progress.cursor)) return
  await database.progress.put({ ...progress, cursor: last })
}

function isBeyond(one: Cursor, other: Cursor | undefined): boolean {
  if (other === undefined || one.updatedAt > other.updatedAt) return true
  return one.updatedAt === other.updatedAt && one.id > other.id
}

/**
 * A server whose newest row over all tables is older than one already seen was restored without
 * a new epoch. Whatever disappears leaves a newer removal, so this time never falls otherwise.
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
