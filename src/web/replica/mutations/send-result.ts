import type { FailureCode } from '../../backend/result.ts'
import type { RowOf, SyncedTable } from '../../backend/rows.ts'
import type { Refusal } from '../journal.ts'

/** A row of the server that came back with an answer. */
export type AnsweredRow = {
  [Table in SyncedTable]: { readonly table: Table; readonly row: RowOf<Table> }
}[SyncedTable]

/** What became of one operation. Sending it again after any of these is safe. */
export type Outcome =
  | {
      readonly kind: 'done'
      readonly answer: AnsweredRow | undefined
      /** Rows that are gone now, to be taken out of the copy. */
      readonly gone?: Gone
    }
  | {
      readonly kind: 'refused'
      readonly reason: Refusal['reason']
      readonly answer: AnsweredRow | undefined
    }
  /**
   * Nothing was written: the id belongs to a row this person cannot read (D13, D15, amended). Store
   * `newId` in its place, then send again.
   */
  | { readonly kind: 'id-taken'; readonly newId: string }
  /** Nothing is decided: wait and send again. */
  | {
      readonly kind: 'paused'
      readonly code: Exclude<FailureCode, 'rejected' | 'duplicate'>
    }

export interface Gone {
  readonly table: SyncedTable
  readonly ids: readonly string[]
}

/** Carried out, with no row to take in. */
export const done = { kind: 'done', answer: undefined } as const
export const rejected = { kind: 'refused', reason: 'rejected', answer: undefined } as const

/** What a failed call means for the operation it belongs to. */
export function failed(code: FailureCode): Outcome {
  return code === 'rejected' || code === 'duplicate' ? rejected : { kind: 'paused', code }
}

/** A row with the table it belongs to; `undefined` where none came back. */
export function answered<Table extends SyncedTable>(
  table: Table,
  row: RowOf<Table> | undefined,
): AnsweredRow | undefined {
  return row === undefined ? undefined : ({ table, row } as AnsweredRow)
}
