import type { Calls, Fields, Written } from '../../backend/calls.ts'
import type { FailureCode } from '../../backend/result.ts'
import type { RowOf } from '../../../domain/table-schemas.ts'
import type { SyncedTable } from '../../../domain/journal-tables.ts'

/** A row of the server that came back with an answer. */
export type ReturnedRow = {
  [Table in SyncedTable]: { readonly table: Table; readonly row: RowOf<Table> }
}[SyncedTable]

/**
 * `stale`: the partner edited first. `gone`: the row was deleted, or is hidden. `rejected`: forbidden or
 * invalid for the server.
 */
export type RejectionReason = 'stale' | 'gone' | 'rejected'

/** The outcome of one mutation. Sending it again after any of these is safe. */
export type SendResult =
  | {
      readonly kind: 'done'
      readonly returned: ReturnedRow | undefined
      /** Further rows that came back. */
      readonly others?: readonly ReturnedRow[]
      /** Rows that are gone now, to be taken out of the copy. */
      readonly deleted?: DeletedRows
    }
  | {
      readonly kind: 'rejected'
      readonly reason: RejectionReason
      readonly returned: ReturnedRow | undefined
    }
  /**
   * Nothing was written: the id belongs to a row this person cannot read (decision 0011). Store
   * `newId` in its place, then send again.
   */
  | { readonly kind: 'id-taken'; readonly newId: string }
  /** Nothing is decided: wait and send again. */
  | {
      readonly kind: 'paused'
      readonly code: Exclude<FailureCode, 'rejected' | 'duplicate'>
    }

/** The tables of which a person deletes rows. */
export type DeletableTable = Exclude<SyncedTable, 'removals' | 'profiles' | 'last_looks'>

export interface DeletedRows {
  readonly table: DeletableTable
  readonly ids: readonly string[]
}

/** Carried out, with no row to store. */
export const done = { kind: 'done', returned: undefined } as const
export const rejected = { kind: 'rejected', reason: 'rejected', returned: undefined } as const

/** Carried out, with the row as the server holds it now; `undefined` where none came back. */
export function doneWith<Table extends SyncedTable>(
  table: Table,
  row: RowOf<Table> | undefined,
): SendResult {
  return row === undefined ? done : { kind: 'done', returned: { table, row } as ReturnedRow }
}

/** The meaning of a failed call for its mutation. */
export function failed(code: FailureCode): SendResult {
  return code === 'rejected' || code === 'duplicate' ? rejected : { kind: 'paused', code }
}

/** The result of an update that answers with the row; without one it was refused. */
export async function resultOfUpdate<Table extends 'entries' | 'last_looks'>(
  table: Table,
  update: Written<RowOf<Table>>,
): Promise<SendResult> {
  const answer = await update
  if (!answer.ok) return failed(answer.code)
  return answer.value === undefined ? rejected : doneWith(table, answer.value)
}

/** Deletes a row, by its id unless it is found otherwise. Deleting what is gone is success too. */
export async function sendDelete<Table extends DeletableTable>(
  calls: Calls,
  table: Table,
  id: string,
  match = { id } as Fields<Table>,
): Promise<SendResult> {
  const answer = await calls.delete(table, match)
  if (!answer.ok) return failed(answer.code)
  return { ...done, deleted: { table, ids: answer.value.length > 0 ? answer.value : [id] } }
}
