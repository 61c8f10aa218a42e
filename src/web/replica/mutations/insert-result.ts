import type { Calls, Written } from '../../backend/calls.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { SyncedTable } from '../../../domain/journal-tables.ts'
import { done, doneWith, failed, type SendResult } from './send-result.ts'

export interface OwnInsert<Table extends 'entries' | 'custom_quotes'> {
  readonly calls: Calls
  readonly table: Table
  readonly id: string
  readonly insert: Written<RowOf<Table>>
  /** True where a row that has the id already is the one to be inserted. */
  readonly isSame: (held: RowOf<Table>) => boolean
  readonly newId: () => string
}

/**
 * The result of an insert that only its id makes unique. A duplicate is success where the row is
 * this one, or was removed; a row that is there and cannot be read is another person's (D13).
 */
export async function resultOfOwnInsert<Table extends 'entries' | 'custom_quotes'>({
  calls,
  table,
  id,
  insert,
  isSame,
  newId,
}: OwnInsert<Table>): Promise<SendResult> {
  const answer = await insert
  if (answer.ok) return doneWith(table, answer.value)
  if (answer.code !== 'duplicate') return failed(answer.code)
  const held = await calls.readRow(table, id)
  if (!held.ok) return failed(held.code)
  if (held.value === undefined) return doneIfRemoved(calls, table, id, newId)
  return isSame(held.value) ? doneWith(table, held.value) : { kind: 'id-taken', newId: newId() }
}

async function doneIfRemoved(
  calls: Calls,
  table: SyncedTable,
  id: string,
  newId: () => string,
): Promise<SendResult> {
  const was = await calls.wasRemoved(table, id)
  if (!was.ok) return failed(was.code)
  return was.value
    ? { ...done, deleted: { table, ids: [id] } }
    : { kind: 'id-taken', newId: newId() }
}
