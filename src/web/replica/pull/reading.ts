import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { Calls } from '../../backend/calls.ts'
import type { Page, PageRequest } from '../../backend/page.ts'
import type { FailureCode } from '../../backend/result.ts'
import type { Cursor, RowOf } from '../../../domain/table-schemas.ts'
import { Superseded } from '../disk/write-changes.ts'
import type { Progress, StoredJournal } from '../memory/stored-rows.ts'
import type { Transaction } from '../memory/transaction.ts'
import type { Store } from '../store/store.ts'

export interface PullOptions {
  readonly store: Store
  readonly calls: Calls
  /** Rows a page, at most 1,000: a hosted project returns no more, silently. */
  readonly pageSize: number
}

/** One pull: what it was asked for, and of which copy and which state of the server. */
export interface Pull extends PullOptions {
  readonly journal: RowOf<'journal'>
  /** The journal's row as the copy held it when the pull began. */
  readonly known: StoredJournal | undefined
}

/**
 * `more`: everything new is here, and the initial pull has older pages left; call again.
 * `unreadable`: the server shows this person no journal; nothing on the device was touched.
 */
export type PullResult = 'done' | 'more' | 'unreadable' | FailureCode

/** The server did not give a page. */
export class PullFailure extends Error {
  readonly code: FailureCode
  constructor(code: FailureCode) {
    super(code)
    this.code = code
  }
}

/** A page of a table, empty where the server does not know the table. */
type ReadPage<Table extends SyncedTable> = Page<Table> & { readonly isMissing?: true }

const missing = {
  rows: [],
  first: undefined,
  last: undefined,
  full: false,
  isMissing: true,
} as const

/** Reads one page; throws `PullFailure` where there is none. A server without photos is one without any of them. */
export async function readPage<Table extends SyncedTable>(
  { calls }: PullOptions,
  table: Table,
  request: PageRequest,
): Promise<ReadPage<Table>> {
  const page = await calls.readPage(table, request)
  if (page.ok) return page.value
  if (page.code === 'unsupported' && table === 'photos') return missing
  throw new PullFailure(page.code)
}

/** Merges rows that were read; throws `Superseded` where the copy has another name by now. */
export async function merge<Value>(
  { store, known }: Pull,
  name: 'copy' | 'rebuilt',
  work: (rows: Transaction) => Value,
): Promise<Value> {
  if (store.memory.state().journal?.[name] !== known?.[name]) throw new Superseded()
  const { value, stored } = store.change(work, { name, value: known?.[name] })
  await stored
  return value
}

/** How far each table has been read; none before the first pull. */
export function progressOf({ memory }: Store): ReadonlyMap<SyncedTable, Progress> {
  return new Map([...memory.rows('progress').values()].map((row) => [row.table, row]))
}

export function isSameCursor(one: Cursor | undefined, other: Cursor): boolean {
  return one?.updatedAt === other.updatedAt && one.id === other.id
}
