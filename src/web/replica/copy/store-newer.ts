import { Dexie, type Table } from 'dexie'

import type { Instant } from '../../../domain/ids.ts'

export interface VersionedRow {
  readonly id: string
  readonly updatedAt: Instant
}

/**
 * From so many rows on it pays to try what mostly holds for a page of the way back: that none of its rows is
 * held or was removed. Looking for each would take as long again as storing it.
 */
export const many = 50

/** Stores rows where no newer version is held; `held` is what the table holds of them now. */
export async function storeNewer(
  table: Table<VersionedRow, string>,
  rows: readonly VersionedRow[],
) {
  const added = new Set(rows.length < many ? [] : await addUnheld(table, rows))
  const others = rows.filter((row) => !added.has(row))
  const before = others.length === 0 ? [] : await table.bulkGet(others.map((row) => row.id))
  const newer = others.filter((row, index) => isNewer(row, before[index]))
  if (newer.length > 0) await putOver(table, newer)
  const held = others.map((row, index) => (isNewer(row, before[index]) ? row : before[index]))
  return {
    isNew: added.size + newer.length > 0,
    held: [...added, ...held.filter((row) => row !== undefined)],
  }
}

/**
 * Stores rows in place of those held. Dexie is shown what they replace, so that only those indexes count as
 * changed in which a row moves: a live query over another does not run again. Of `many` it takes all as changed.
 */
async function putOver(table: Table<VersionedRow, string>, rows: readonly VersionedRow[]) {
  const { idbtrans: trans } = Dexie.currentTransaction
  const keys = rows.map(({ id }) => id)
  if (rows.length < many) await table.core.getMany({ trans, keys, cache: 'immutable' })
  await table.bulkPut(rows)
}

function isNewer(row: VersionedRow, before: VersionedRow | undefined): boolean {
  return before === undefined || row.updatedAt > before.updatedAt
}

/** Rows that are handed to IndexedDB in one task of the page: so many take some 20 ms. */
const piece = 250

/** Adds the rows whose id is not held, by one request each, and returns them. */
async function addUnheld(
  table: Table<VersionedRow, string>,
  rows: readonly VersionedRow[],
): Promise<readonly VersionedRow[]> {
  const added: VersionedRow[] = []
  for (let start = 0; start < rows.length; start += piece)
    added.push(...(await addPiece(table, rows.slice(start, start + piece))))
  return added
}

async function addPiece(
  table: Table<VersionedRow, string>,
  rows: readonly VersionedRow[],
): Promise<readonly VersionedRow[]> {
  try {
    await table.bulkAdd(rows)
    return rows
  } catch (cause) {
    if (!(cause instanceof Dexie.BulkError)) throw cause
    const { failuresByPos: refused } = cause
    if (Object.values(refused).some(({ name }) => name !== 'ConstraintError')) throw cause
    return rows.filter((_, index) => refused[index] === undefined)
  }
}
