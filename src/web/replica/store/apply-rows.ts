import type { EntryId, Instant, ReplyId } from '../../../domain/ids.ts'
import { partTables, type SyncedTable } from '../../../domain/journal-tables.ts'
import { entriesOf, type Reply, type RowOf } from '../../../domain/table-schemas.ts'
import type { Tombstone } from '../memory/stored-rows.ts'
import {
  isMirrorTable,
  tombstoneKey,
  type MirrorTable,
  type VersionedRow,
} from '../memory/tables.ts'
import type { Transaction } from '../memory/transaction.ts'
import { resolveUnsentPhotos } from './kept-photos.ts'
import { forgetOlderReply, resolveSentEdit, resolveSentReply } from './sent-edits.ts'

/**
 * Merges rows of the server, from a pull, an event or an answer: a row counts only if it is newer than
 * the one held and than the row's removal, so the order of arrival does not matter. Returns whether one of
 * them was new.
 */
export function applyRows<Table extends SyncedTable>(
  rows: Transaction,
  table: Table,
  arrived: readonly RowOf<Table>[],
): boolean {
  let isNew = false
  for (const row of arrived)
    isNew =
      (isMirrorTable(table)
        ? applyRow(rows, table, row as RowOf<MirrorTable>)
        : applyRemoval(rows, row as RowOf<'removals'>)) || isNew
  return isNew
}

/** The tombstone of a row that has come back stays: it still blocks older versions. */
function applyRow(rows: Transaction, table: MirrorTable, row: RowOf<MirrorTable>): boolean {
  const held: VersionedRow | undefined = rows.get(table, row.id)
  if (held !== undefined && held.updatedAt >= row.updatedAt) return false
  if (isRemoved(rows, table, row.id, row.updatedAt)) return false
  if (entriesOf(table, row).some((id) => isRemoved(rows, 'entries', id, row.updatedAt)))
    return false
  rows.put(table, row)
  if (table === 'replies') forgetOlderReply(rows, row as Reply)
  // A draft's key is the id of what it becomes: a tab has sent it that could not remove it here.
  rows.remove('drafts', row.id)
  return true
}

function isRemoved(rows: Transaction, table: MirrorTable, id: string, version: Instant): boolean {
  const removedAt = rows.get('tombstones', tombstoneKey(table, id))?.removedAt
  return removedAt !== undefined && removedAt >= version
}

function applyRemoval(rows: Transaction, removal: RowOf<'removals'>): boolean {
  const { tableName: table, rowId, updatedAt: removedAt, unseenVersion, kind } = removal
  if (!isMirrorTable(table) || table === 'last_looks') return false
  const unseen = unseenVersion === null ? {} : { unseenVersion }
  const hidden = kind === 'hidden' ? { kind } : {}
  const entry = table === 'entries' ? rows.get(table, rowId) : undefined
  const isNew = applyTombstone(rows, { table, rowId, removedAt, ...unseen, ...hidden })
  if (table === 'entries') {
    resolveSentEdit(rows, rowId as EntryId)
    resolveUnsentPhotos(rows, rowId as EntryId, entry?.isPrivate)
  }
  if (table === 'replies') resolveSentReply(rows, rowId as ReplyId)
  return isNew
}

/**
 * Removes a row and blocks its older versions, unless the copy holds a newer one. With an entry, all rows that belong to
 * it and are no newer than its removal are removed, also where the entry has come back: a reaction that
 * was taken off a hidden entry leaves no removal for the person who could not see it, and a row that
 * stayed comes again with a newer version, as a review does (D9). Returns whether the removal was new.
 */
export function applyTombstone(rows: Transaction, tombstone: Tombstone): boolean {
  const { rowId, removedAt } = tombstone
  const table = tombstone.table as MirrorTable
  const known = rows.get('tombstones', tombstoneKey(table, rowId))
  const isNew = known === undefined || known.removedAt < removedAt
  // A copy of an earlier version did not note the kind.
  const isKindNew = tombstone.kind !== undefined && known?.kind === undefined
  if (isNew || (isKindNew && known?.removedAt === removedAt)) rows.put('tombstones', tombstone)
  const held: VersionedRow | undefined = rows.get(table, rowId)
  if (held !== undefined && held.updatedAt <= removedAt) rows.remove(table, rowId)
  if (table === 'entries') removeParts(rows, rowId as EntryId, removedAt)
  return isNew
}

/** Removes what belongs to an entry and is no newer than this, the links in which it is story or idea included. */
function removeParts(rows: Transaction, entry: EntryId, newest: Instant): void {
  for (const name of partTables)
    for (const { id, updatedAt } of rows.ofEntry(name, entry))
      if (updatedAt <= newest) rows.remove(name, id)
}

/** The removal time of a row whose id never comes back: a personal quote's. */
export const forEver = '9999-12-31T23:59:59.999999Z' as Instant

/**
 * A DELETE frame: the bare id with the commit time in milliseconds. It leaves no tombstone; the
 * removal of the same transaction does, and settles what the coarse time leaves open. Only the id
 * of a personal quote never comes back, so no time is needed to know what is older. Returns whether
 * the row was held.
 */
export function applyDeleteFrame(
  rows: Transaction,
  table: SyncedTable,
  id: string,
  at: Instant,
): boolean {
  if (!isMirrorTable(table) || table === 'last_looks') return false
  if (table === 'custom_quotes') applyTombstone(rows, { table, rowId: id, removedAt: forEver })
  const held: VersionedRow | undefined = rows.get(table, id)
  if (held === undefined || held.updatedAt > at) return false
  const entry = table === 'entries' ? rows.get(table, id) : undefined
  rows.remove(table, id)
  if (entry !== undefined) {
    removeParts(rows, entry.id, forEver)
    // The removal comes after this frame, and does not say what the entry was.
    resolveUnsentPhotos(rows, entry.id, entry.isPrivate)
  }
  return true
}
