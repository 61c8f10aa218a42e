import type { Instant } from '../../../domain/ids.ts'
import { isMirrorTable, type AnyRow, type StoredRows, type TableName } from './tables.ts'
import type { RowChange } from './transaction.ts'

/** False for what this device alone has: of that the last state counts. */
export function hasVersions(name: TableName): boolean {
  return isMirrorTable(name) || name === 'tombstones'
}

/** The version of a row that the server gave one; undefined for a row of this device alone. */
function versionOf(name: TableName, row: AnyRow): Instant | undefined {
  if (isMirrorTable(name)) return (row as StoredRows['entries']).updatedAt
  return name === 'tombstones' ? (row as StoredRows['tombstones']).removedAt : undefined
}

/**
 * Whether a change that was made elsewhere, in another tab or in memory, applies to what is held here: a newer
 * version does, and anything that takes the place of exactly this one.
 */
export function replaces(
  name: TableName,
  held: AnyRow | undefined,
  { before, after }: RowChange,
): boolean {
  if (held === undefined) return after !== undefined
  const version = versionOf(name, held)
  if (version === undefined) return true
  const replaced = before === undefined ? undefined : versionOf(name, before)
  if (replaced === version) return true
  if (after === undefined) return replaced !== undefined && replaced > version
  return (versionOf(name, after) ?? '') > version
}
