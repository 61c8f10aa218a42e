import { writtenAtMostAgo } from '../../../domain/limits.ts'
import { millisecondsOf, type EntryId, type Instant } from '../../../domain/ids.ts'
import { isPart, type SyncedTable } from '../../../domain/journal-tables.ts'
import { entriesOf } from '../../../domain/table-schemas.ts'
import type { LostRow } from './stored-rows.ts'
import { tombstoneKey, type StoredRows } from './tables.ts'
import type { Transaction } from './transaction.ts'
import { isKeyedById, rowKey } from '../mutations/row-keys.ts'

/**
 * The fate of a row after the server was put back to an earlier state.
 *
 * - `back`: the server has it
 * - `text`: the server has it with an older text
 * - `removed`: the server has a removal for it, or for its entry
 * - `missing`: neither
 */
export type LostFate = 'back' | 'text' | 'removed' | 'missing'

type Rows = Pick<Transaction, 'get' | 'all' | 'ofEntry'>

/** Compares a kept row with the server's rows, as far as they are here. Ticks and dates are the server's. */
export function fateOf(rows: Rows, lost: LostRow): LostFate {
  const { table, row } = lost
  if (table === 'entries' || table === 'sentEdits') {
    const id = table === 'entries' ? row.id : row.entryId
    const text = table === 'entries' ? row.content : row.edit.content
    const held = rows.get('entries', id)
    if (held === undefined) return isRemoved(rows, 'entries', id) ? 'removed' : 'missing'
    // Both people write an idea: of that the edits that were sent from here count.
    const isIdea = table === 'entries' && row.category === 'ideen'
    return textFate(lost, held, isIdea || held.content === text)
  }
  const reply = table === 'replies' ? rows.get('replies', row.id) : undefined
  if (table === 'replies' && reply !== undefined)
    return textFate(lost, reply, reply.content === row.content)
  return isThere(rows, lost) ? 'back' : partFate(rows, lost)
}

type Texts = Extract<LostRow, { table: 'entries' | 'sentEdits' | 'replies' }>
type Parts = Exclude<LostRow, { table: 'entries' | 'sentEdits' }>

function textFate(
  { row: { updatedAt }, restoredTo }: Texts,
  held: { readonly updatedAt: Instant },
  isSame: boolean,
): LostFate {
  if (isSame) return 'back'
  const isAfterBackup = restoredTo !== undefined && updatedAt > restoredTo
  return isAfterBackup || updatedAt > held.updatedAt ? 'text' : 'back'
}

function partFate(rows: Rows, lost: Parts): LostFate {
  const isGone =
    isRemoved(rows, lost.table, lost.row.id) ||
    entriesOfLost(lost).some(
      (id) => rows.get('entries', id) === undefined && isRemoved(rows, 'entries', id),
    )
  return isGone ? 'removed' : 'missing'
}

/** The entries without which a row cannot be there: of a text that is newer than the server's its own. */
export function entriesOfLost({ table, row }: LostRow): readonly EntryId[] {
  return table === 'sentEdits' ? [row.entryId] : entriesOf(table, row)
}

/** True where the server would give a row another time of writing. */
export function isTooOld(lost: LostRow, now: number): boolean {
  return lost.table !== 'sentEdits' && now - millisecondsOf(lost.row.createdAt) > writtenAtMostAgo
}

function isThere(rows: Rows, { table, row }: Parts): boolean {
  if (rows.get(table, row.id) !== undefined) return true
  if (isKeyedById(table)) return false
  const key = rowKey(table, row)
  const [entry] = entriesOf(table, row)
  const others: readonly StoredRows[typeof table][] =
    entry !== undefined && isPart(table) ? rows.ofEntry(table, entry) : rows.all(table)
  return others.some((other) => rowKey(table, other) === key)
}

function isRemoved(rows: Rows, table: SyncedTable, id: string): boolean {
  return rows.get('tombstones', tombstoneKey(table, id)) !== undefined
}
