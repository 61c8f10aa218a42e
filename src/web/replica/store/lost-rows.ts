import type { EntryId, Instant, PartnerId } from '../../../domain/ids.ts'
import { isFilled } from '../memory/journal-state.ts'
import { entriesOfLost, fateOf, isTooOld } from '../memory/lost-fate.ts'
import { lostTables, type LostRow, type StoredJournal } from '../memory/stored-rows.ts'
import { mirrorTables } from '../memory/tables.ts'
import type { Transaction } from '../memory/transaction.ts'
import { kindOf, removesRow, type Mutation } from '../mutations/registry.ts'
import { rowKey } from '../mutations/row-keys.ts'
import { bringBack, canComeBack } from './lost-mutations.ts'
import { enqueue, queueOf } from './queue.ts'

/**
 * Keeps the person's own rows of the copy before a rebuild takes them out of it (decision 0062). Of a row that is kept
 * already the newer version stays.
 *
 * @param restoredTo the time of the backup that the server says it was restored from
 */
export function keepOwnRows(rows: Transaction, restoredTo: Instant | undefined): void {
  const toHide = entriesToHide(rows)
  for (const [entryId, queuedAt] of toHide) makePrivate(rows, entryId, queuedAt)
  for (const table of lostTables)
    for (const row of rows.all(table)) {
      if (row.userId !== rows.me) continue
      const isToHide = table === 'entries' && toHide.has(row.id as EntryId)
      const kept = isToHide ? { ...row, isPrivate: true } : row
      keep(rows, { key: `${table} ${row.id}`, table, row: kept } as LostRow)
    }
  for (const row of rows.all('sentEdits')) {
    // A reply is among the rows.
    if ('replyTo' in row) continue
    const entry = rows.get('entries', row.entryId)
    // Another text of it has been accepted since.
    if (entry?.editVersion !== row.editVersion) continue
    const key = `sentEdits ${row.entryId}`
    const isWrittenByBoth = entry.userId !== rows.me || entry.category === 'ideen'
    if (isWrittenByBoth) keep(rows, { key, table: 'sentEdits', row })
  }

  function keep(kept: Transaction, lost: LostRow): void {
    const held = kept.get('lostRows', lost.key)
    if (held !== undefined && held.row.updatedAt > lost.row.updatedAt) return
    kept.put('lostRows', restoredTo === undefined ? lost : { ...lost, restoredTo })
  }
}

/**
 * The own shared entries that an edit which waits makes private, and when that was queued. The server may refuse the edit of
 * what it no longer has; that the entry is to be private holds all the same (D9).
 */
function entriesToHide(rows: Transaction): ReadonlyMap<EntryId, number> {
  const toHide = new Map<EntryId, number>()
  for (const { mutation, queuedAt = 0 } of queueOf(rows)) {
    if (mutation.action !== 'edit-entry') continue
    const { entryId, edit } = mutation
    const row = rows.get('entries', entryId)
    if (row?.userId !== rows.me || row.isPrivate || !edit.isPrivate) toHide.delete(entryId)
    else toHide.set(entryId, queuedAt)
  }
  return toHide
}

/** True from the moment that a rebuild has begun until its first pages have replaced what the copy held. */
function isRebuilding(journal: StoredJournal | undefined): boolean {
  return journal?.copy !== journal?.rebuilt
}

const decisive: readonly string[] = [...mirrorTables, 'tombstones', 'outbox', 'lostRows', 'journal']

/**
 * Lets go what the server has again or has a removal for, in the change that brings it; makes private what was private
 * here; and queues what the person wants back once it can be sent. Memory has to hold all of the copy.
 *
 * @param now milliseconds of the device's clock
 */
export function resolveLostRows(rows: Transaction, now: number): void {
  const journal = rows.get('journal', 'journal')
  if (rows.size('lostRows') === 0 || isRebuilding(journal)) return
  const changes = rows.changes()
  if (!decisive.some((name) => name in changes) && changes.progress === undefined) return
  const hasAll = isFilled({ isWhole: true, progress: rows.all('progress'), journal })
  const deletions = queueOf(rows).flatMap(({ mutation }) => (removesRow(mutation) ? mutation : []))
  for (const lost of rows.all('lostRows')) {
    keepPrivate(rows, lost, now)
    const fate = fateOf(rows, lost)
    const isOver = fate === 'back' || (fate === 'removed' && hasAll)
    if (isOver || deletions.some((deletion) => isDeletionOf(lost, deletion, rows.me)))
      rows.remove('lostRows', lost.key)
    else if (lost.isWanted && canComeBack(rows, lost) && !isTooOld(lost, now))
      bringBack(rows, lost, now)
  }
}

/**
 * Adds these rows again; one whose entry is not there yet waits for it.
 *
 * @param now milliseconds of the device's clock
 */
export function addLostRows(rows: Transaction, keys: ReadonlySet<string>, now: number): void {
  const wanted = rows.all('lostRows').filter(({ key }) => keys.has(key))
  // Entries come before what belongs to them.
  for (const table of [...lostTables, 'sentEdits'])
    for (const lost of wanted.filter((one) => one.table === table))
      if (canComeBack(rows, lost)) bringBack(rows, lost, now)
      else rows.put('lostRows', { ...lost, isWanted: true })
}

export function discardLostRows(rows: Transaction): void {
  for (const { key } of rows.all('lostRows')) rows.remove('lostRows', key)
}

/**
 * An entry that was private here last is private again at once, and nothing else of it changes (D9). A tick or an edit since
 * the server was put back makes the shared row a newer one: what counts is since when it is visible.
 */
function keepPrivate(rows: Transaction, lost: LostRow, now: number): void {
  if (lost.table !== 'entries' || !lost.row.isPrivate) return
  const { id: entryId, updatedAt } = lost.row
  const held = rows.get('entries', entryId)
  if (held === undefined || held.isPrivate || held.visibleSince >= updatedAt) return
  makePrivate(rows, entryId, now)
}

function makePrivate(rows: Transaction, entryId: EntryId, now: number): void {
  const isQueued = rows
    .all('outbox')
    .some(({ mutation }) => mutation.action === 'make-private' && mutation.entryId === entryId)
  if (!isQueued) enqueue(rows, { action: 'make-private', entryId }, now)
}

/** A row that the person has deleted here is not missing; nor are those that belong to a deleted entry. */
function isDeletionOf(lost: LostRow, deletion: Mutation, me: PartnerId): boolean {
  const kind = kindOf(deletion)
  const { table } = kind
  const key = kind.rowKey(deletion, me)
  const ids: readonly string[] = lost.table === 'entries' ? [lost.row.id] : entriesOfLost(lost)
  const isOfEntry = table === 'entries' && ids.includes(key)
  return isOfEntry || (lost.table === table && rowKey(table, lost.row) === key)
}
