import type { JournalTable } from '../../domain/journal-tables.ts'
import type { FilterValue, FunctionName } from './request-shapes.ts'

export interface Filter {
  readonly column: string
  readonly operator: 'eq' | 'gt' | 'in' | 'is'
  readonly value: FilterValue
}

/** The contents of a `select`: columns of the table, and the profile of the person in `user_id`. */
export interface Selected {
  readonly columns: readonly string[]
  readonly profile: { readonly name: string; readonly columns: readonly string[] } | undefined
}

/** Rows strictly beyond a key of the order (`updated_at`, `id`). */
export interface Beyond {
  readonly compare: '<' | '>'
  readonly updatedAt: string
  readonly id: string
}

export interface Order {
  readonly columns: readonly string[]
  readonly direction: 'asc' | 'desc'
}

export interface Read {
  readonly kind: 'read'
  readonly table: JournalTable
  readonly selected: Selected
  readonly filters: readonly Filter[]
  readonly beyond: Beyond | undefined
  readonly order: Order | undefined
  readonly limit: number
  /** Whether this is a page of a pull, which may take longer than other reads. */
  readonly isPull: boolean
}

export interface Insert {
  readonly kind: 'insert'
  readonly table: JournalTable
  readonly columns: readonly string[]
  /** JSON of a list of rows. */
  readonly rows: string
}

export interface Update {
  readonly kind: 'update'
  readonly table: JournalTable
  readonly columns: readonly string[]
  /** JSON of one row. */
  readonly row: string
  readonly filters: readonly Filter[]
}

export interface Delete {
  readonly kind: 'delete'
  readonly table: JournalTable
  readonly filters: readonly Filter[]
}

export interface Call {
  readonly kind: 'call'
  readonly name: FunctionName
  readonly values: Readonly<Record<string, string | number | boolean | null | readonly string[]>>
}

/** The form in which the rows are answered. */
export interface RequestedAnswer {
  /** One row as an object: any other number is an error, and nothing is written. */
  readonly one: boolean
  /** The columns of the rows written; `undefined` if only the outcome is wanted. */
  readonly returning: readonly string[] | undefined
}

/** A request for rows, read and checked as far as that is possible without the database. */
export type ParsedRequest = (Read | Insert | Update | Delete | Call) & {
  readonly requested: RequestedAnswer
}
