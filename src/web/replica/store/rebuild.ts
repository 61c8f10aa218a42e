import type { Instant } from '../../../domain/ids.ts'
import {
  mirrorTables,
  tombstoneKey,
  type MirrorTable,
  type VersionedRow,
} from '../memory/tables.ts'
import type { Transaction } from '../memory/transaction.ts'
import type { JournalMemory } from '../memory/journal-memory.ts'

/** The held rows, with the versions that they have now: rows by table and id, removals by their key. */
export interface HeldVersions {
  readonly rows: ReadonlyMap<MirrorTable, ReadonlyMap<string, Instant>>
  readonly removals: ReadonlyMap<string, Instant>
}

/** Notes what is held before an initial pull reads its pages. */
export function versionsHeld(memory: JournalMemory): HeldVersions {
  const versions = (table: MirrorTable) => {
    const rows = memory.rows(table) as ReadonlyMap<string, VersionedRow>
    return new Map([...rows].map(([id, { updatedAt }]) => [id, updatedAt]))
  }
  const removals = [...memory.rows('tombstones')].map(([key, row]) => [key, row.removedAt] as const)
  return {
    rows: new Map(mirrorTables.map((table) => [table, versions(table)])),
    removals: new Map(removals),
  }
}

/** Every version held, removals and the places reached by reading included. */
export function allVersions(memory: JournalMemory): readonly Instant[] {
  const { rows, removals } = versionsHeld(memory)
  const progress = [...memory.rows('progress').values()]
  return [
    ...[...rows.values()].flatMap((versions) => [...versions.values()]),
    ...removals.values(),
    ...progress.flatMap(({ cursor }) => (cursor === undefined ? [] : [cursor.updatedAt])),
  ]
}

/**
 * Takes the rows and removals noted before out of the copy. What has come or changed since then
 * stays: it is an answer or an event of the server as it is now, and page one may have been read
 * before it.
 */
export function clearMirror(rows: Transaction, outdated: HeldVersions): void {
  for (const table of mirrorTables) {
    const versions = outdated.rows.get(table)
    for (const { id, updatedAt } of rows.all(table) as readonly VersionedRow[])
      if (versions?.get(id) === updatedAt) rows.remove(table, id)
  }
  for (const { table, rowId, removedAt, kind } of rows.all('tombstones')) {
    // An entry that its author made private, and did not share again, stays hidden if the server has forgotten that
    // (D9).
    const isHidden =
      kind === 'hidden' && outdated.rows.get(table as MirrorTable)?.has(rowId) !== true
    if (isHidden) continue
    const key = tombstoneKey(table, rowId)
    if (outdated.removals.get(key) === removedAt) rows.remove('tombstones', key)
  }
}
