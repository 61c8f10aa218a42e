import { millisecondsOf, type EntryId, type Instant } from '../../../domain/ids.ts'
import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { LostRow } from './stored-rows.ts'
import { tombstoneKey, type StoredRows } from './tables.ts'
import type { Transaction } from './transaction.ts'
import { isKeyedById, rowKey } from '../mutations/row-keys.ts'

/**
 * What became of a row after the server was put back to an earlier state.
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
  switch (lost.table) {
    case 'entries': {
      const { id, content, category } = lost.row
      const held = rows.get('entries', id)
      if (held === undefined) return isRemoved(rows, 'entries', id) ? 'removed' : 'missing'
      // Both people write an idea: of that the edits that were sent from here count.
      return textFate(lost, held, category === 'ideen' || held.content === content)
    }
    case 'sentEdits': {
      const { entryId, edit } = lost.row
      const held = rows.get('entries', entryId)
      if (held === undefined) return isRemoved(rows, 'entries', entryId) ? 'removed' : 'missing'
      return textFate(lost, held, held.content === edit.content)
    }
    case 'replies': {
      const held = rows.get('replies', lost.row.id)
      return held === undefined
        ? partFate(rows, lost)
        : textFate(lost, held, held.content === lost.row.content)
    }
    case 'reactions':
    case 'custom_quotes':
    case 'quote_likes':
    case 'memory_marks':
    case 'story_links':
    case 'reviews':
      return isThere(rows, lost) ? 'back' : partFate(rows, lost)
    default:
      return lost satisfies never
  }
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
    entriesOf(lost).some(
      (id) => rows.get('entries', id) === undefined && isRemoved(rows, 'entries', id),
    )
  return isGone ? 'removed' : 'missing'
}

/** The entries without which a row cannot be there: those of a link are the story and the idea. */
export function entriesOf({ table, row }: LostRow): readonly EntryId[] {
  if (table === 'story_links') return [row.id, row.ideaId]
  return 'entryId' in row ? [row.entryId] : []
}

/** The server takes a time of writing of the past 90 days, in milliseconds (D28). */
const longestAgo = 90 * 24 * 3_600_000

/** True where the server would give a row another time of writing. */
export function isTooOld(lost: LostRow, now: number): boolean {
  return lost.table !== 'sentEdits' && now - millisecondsOf(lost.row.createdAt) > longestAgo
}

function isThere(rows: Rows, { table, row }: Parts): boolean {
  if (rows.get(table, row.id) !== undefined) return true
  if (isKeyedById(table)) return false
  const key = rowKey(table, row as never)
  const others: readonly StoredRows[typeof table][] =
    table === 'reactions' ? rows.ofEntry(table, row.entryId) : rows.all(table)
  return others.some((other) => rowKey(table, other as never) === key)
}

function isRemoved(rows: Rows, table: SyncedTable, id: string): boolean {
  return rows.get('tombstones', tombstoneKey(table, id)) !== undefined
}
