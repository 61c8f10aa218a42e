import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { Calls } from '../../backend/calls.ts'
import type { Page, PageRequest } from '../../backend/page.ts'
import type { FailureCode } from '../../backend/result.ts'
import type { Cursor, JournalRow } from '../../backend/rows.ts'
import { mirrorScope, scopeOf } from '../copy/apply-rows.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import type { Progress, StoredJournal } from '../copy/stored-rows.ts'

export interface PullOptions {
  readonly database: ReplicaDatabase
  readonly calls: Calls
  /** Rows a page, at most 1,000: a hosted project returns no more, silently. */
  readonly pageSize: number
}

/** One pull: what it was asked for, and of which copy and which state of the server. */
export interface Pull extends PullOptions {
  readonly journal: JournalRow
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

/**
 * Another tab has begun to rebuild the copy since this pull began, or has ended a rebuild since this
 * one began its own. What was read may come from before the state that the copy follows then, and
 * its removals would not be read again: it is dropped, and the pull starts again.
 */
export class Overtaken extends Error {}

/** Reads one page; throws `PullFailure` where there is none. */
export async function readPage<Table extends SyncedTable>(
  { calls }: PullOptions,
  table: Table,
  request: PageRequest,
): Promise<Page<Table>> {
  const page = await calls.readPage(table, request)
  if (!page.ok) throw new PullFailure(page.code)
  return page.value
}

/**
 * Stores what was read of a table, or of all of them, in one transaction; throws `Overtaken` where the
 * copy has another name by now.
 */
export async function storeRead<Value>(
  { database, known }: Pull,
  name: 'copy' | 'rebuilt',
  table: SyncedTable | 'all',
  store: () => Promise<Value>,
): Promise<Value> {
  const rows = table === 'all' ? mirrorScope(database) : scopeOf(database, table)
  const scope = [...new Set([...rows, database.progress, database.journal])]
  return database.transaction('rw', scope, async () => {
    const standing = await database.journal.get('journal')
    if (standing?.[name] !== known?.[name]) throw new Overtaken()
    return store()
  })
}

/** How far each table has been read; none before the first pull. */
export async function readProgress(
  database: ReplicaDatabase,
): Promise<ReadonlyMap<SyncedTable, Progress>> {
  const rows = await database.progress.toArray()
  return new Map(rows.map((row) => [row.table, row]))
}

export function isSameCursor(one: Cursor | undefined, other: Cursor): boolean {
  return one?.updatedAt === other.updatedAt && one.id === other.id
}
