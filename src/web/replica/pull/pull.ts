import type { Calls } from '../../backend/calls.ts'
import type { Page } from '../../backend/page.ts'
import type { FailureCode } from '../../backend/result.ts'
import { syncedTables, type SyncedTable } from '../../../domain/journal-tables.ts'
import type { Cursor, JournalRow } from '../../backend/rows.ts'
import { instantFromMilliseconds, millisecondsOf } from '../../../domain/ids.ts'
import { applyRows, mirrorScope } from '../copy/apply-rows.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import type { Progress, StoredJournal } from '../copy/stored-rows.ts'
import { v4 } from 'uuid'
import { allVersions, clearMirror, versionsHeld } from './rebuild.ts'
import { wasPutBack } from './server-start.ts'

/** A transaction's time precedes its commit, so every pull reads this much again (ms). */
const overlap = 60_000
/** What the first screen shows; the rest of the initial pull follows later. */
const firstEntries = 50

export interface PullOptions {
  readonly database: ReplicaDatabase
  readonly calls: Calls
  /** Rows a page, at most 1,000: a hosted project returns no more, silently. */
  readonly pageSize: number
}

/**
 * `more`: everything new is here, and the initial pull has older pages left; call again.
 * `unreadable`: the server shows this person no journal; nothing on the device was touched.
 */
export type PullResult = 'done' | 'more' | 'unreadable' | FailureCode

class PullFailure extends Error {
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
class Overtaken extends Error {}

/**
 * Brings the copy up to the server's state : the first time
 * newest first, later what changed since the cursor, and after a restore everything again.
 */
export async function pullOnce(
  options: PullOptions,
  tables: readonly SyncedTable[] = syncedTables,
): Promise<PullResult> {
  try {
    return await pullTables(options, tables)
  } catch (cause) {
    if (cause instanceof PullFailure) return cause.code
    if (cause instanceof Overtaken) return pullOnce(options, tables)
    throw cause
  }
}

async function pullTables(
  options: PullOptions,
  tables: readonly SyncedTable[],
): Promise<PullResult> {
  const { database, calls } = options
  const journal = await calls.readJournal()
  if (!journal.ok) return journal.code
  // No row means no rights just now, never an empty journal: the copy is kept (D25).
  if (journal.value === undefined) return 'unreadable'
  const known = await database.journal.get('journal')
  const before = await readProgress(database)
  const pull = { ...options, journal: journal.value, known }
  if (known?.epoch !== journal.value.epoch || before.size < syncedTables.length)
    return initialPull(pull)
  const putBack = await wasPutBack(calls, known, journal.value, async () => allVersions(database))
  if (!putBack.ok) return putBack.code
  if (putBack.value) return initialPull(pull)
  await storeJournal(pull, known)
  const newest = await pullChanges(pull, tables, before)
  const all = syncedTables.every((table) => tables.includes(table))
  if (all && serverRolledBack(newest, before)) return initialPull(pull)
  return backfill(pull)
}

/** One pull: what it was asked for, and of which copy and which state of the server. */
interface Pull extends PullOptions {
  readonly journal: JournalRow
  /** The journal's row as the copy held it when the pull began. */
  readonly known: StoredJournal | undefined
}

/** Stores what was read in one go; throws `Overtaken` where the copy bears another name by now. */
async function storeRead(
  { database, known }: Pull,
  name: 'copy' | 'rebuilt',
  store: () => Promise<unknown>,
): Promise<void> {
  await database.transaction('rw', [...mirrorScope(database), database.journal], async () => {
    const standing = await database.journal.get('journal')
    if (standing?.[name] !== known?.[name]) throw new Overtaken()
    await store()
  })
}

async function readProgress(
  database: ReplicaDatabase,
): Promise<ReadonlyMap<SyncedTable, Progress>> {
  const rows = await database.progress.toArray()
  return new Map(rows.map((row) => [row.table, row]))
}

async function storeJournal(pull: Pull, held: StoredJournal): Promise<void> {
  const { database, journal } = pull
  if (held.updatedAt === journal.updatedAt && held.serverStart === journal.serverStart) return
  await storeRead(pull, 'copy', async () => database.journal.put({ ...held, ...journal }))
}

/**
 * Page one of every table, then one transaction that replaces what was mirrored before. The
 * newest row of page one is the cursor, read in the same statement, so nothing falls between.
 */
async function initialPull(pull: Pull): Promise<PullResult> {
  const { database, journal } = pull
  const others = syncedTables.filter((table) => table !== 'removals')
  // The name first: from here on no tab stores a page that it asked for before.
  await database.journal.update('journal', { copy: v4() })
  const outdated = await versionsHeld(database)
  const pages = await Promise.all(others.map(async (table) => firstPage(pull, table)))
  const removals = await firstPage(pull, 'removals')
  // A person who may read the journal sees at least their own profile; less is no state to store.
  if (pages.every((page) => page.first === undefined)) return 'unreadable'
  await storeRead(pull, 'rebuilt', async () => {
    await clearMirror(database, outdated)
    for (const page of [...pages, removals]) {
      await applyRows(database, page.table, page.rows)
      const backfillCursor = page.full ? page.last : undefined
      await database.progress.put({ table: page.table, cursor: page.first, backfillCursor })
    }
    const name = v4()
    await database.journal.put({ key: 'journal', ...journal, copy: name, rebuilt: name })
  })
  return (await hasBackfill(database)) ? 'more' : 'done'
}

async function firstPage(options: PullOptions, table: SyncedTable) {
  const limit = table === 'entries' ? Math.min(firstEntries, options.pageSize) : options.pageSize
  return { table, ...(await read(options, table, { direction: 'older', limit })) }
}

async function read<Table extends SyncedTable>(
  { calls }: PullOptions,
  table: Table,
  request: { direction: 'newer' | 'older'; limit: number; from?: Cursor },
): Promise<Page<Table>> {
  const page = await calls.readPage(table, request)
  if (!page.ok) throw new PullFailure(page.code)
  return page.value
}

/** Removals come last: then a row that vanished between two reads is known to be gone. */
async function pullChanges(
  pull: Pull,
  tables: readonly SyncedTable[],
  before: ReadonlyMap<SyncedTable, Progress>,
): Promise<readonly (Cursor | undefined)[]> {
  const others = tables.filter((table) => table !== 'removals')
  const newest = await Promise.all(
    others.map(async (table) => pullTableChanges(pull, table, before.get(table)?.cursor)),
  )
  const removals = before.get('removals')?.cursor
  return [...newest, await pullTableChanges(pull, 'removals', removals)]
}

async function pullTableChanges(
  pull: Pull,
  table: SyncedTable,
  cursor: Cursor | undefined,
): Promise<Cursor | undefined> {
  const { database, pageSize: limit } = pull
  let from = cursor === undefined ? undefined : lessOverlap(cursor)
  let newest: Cursor | undefined
  for (;;) {
    const request = { direction: 'newer', limit } as const
    const page = await read(pull, table, from === undefined ? request : { ...request, from })
    const { last } = page
    if (last === undefined) return newest
    newest = last
    await storeRead(pull, 'copy', async () => {
      await applyRows(database, table, page.rows)
      await advance(database, table, last)
    })
    if (!page.full) return newest
    from = last
  }
}

/** The smallest id, so that every row of this time comes after the cursor. */
const noId = '00000000-0000-0000-0000-000000000000'

function lessOverlap({ updatedAt }: Cursor): Cursor {
  return { updatedAt: instantFromMilliseconds(millisecondsOf(updatedAt) - overlap), id: noId }
}

/** Cursors only move forward, whichever tab read further. */
async function advance(database: ReplicaDatabase, table: SyncedTable, last: Cursor): Promise<void> {
  const progress = await database.progress.get(table)
  if (progress === undefined || !isBeyond(last, progress.cursor)) return
  await database.progress.put({ ...progress, cursor: last })
}

function isBeyond(one: Cursor, other: Cursor | undefined): boolean {
  if (other === undefined || one.updatedAt > other.updatedAt) return true
  return one.updatedAt === other.updatedAt && one.id > other.id
}

/**
 * A server whose newest row over all tables is older than one already seen was restored without
 * a new epoch. Whatever disappears leaves a newer removal, so this time never falls otherwise.
 */
function serverRolledBack(
  newest: readonly (Cursor | undefined)[],
  before: ReadonlyMap<SyncedTable, Progress>,
): boolean {
  const times = newest.map((cursor) => cursor?.updatedAt ?? '')
  // Nothing at all is the answer to missing rights, not to an older state.
  if (times.every((time) => time === '')) return false
  const known = [...before.values()].map((progress) => progress.cursor?.updatedAt ?? '')
  return times.every((time) => known.some((seen) => time < seen))
}

/** One older page of a table whose initial pull is unfinished. */
async function backfill(pull: Pull): Promise<PullResult> {
  const { database, pageSize: limit } = pull
  const rows = await database.progress.toArray()
  const unfinished = rows.find((row) => row.backfillCursor !== undefined)
  if (unfinished?.backfillCursor === undefined) return 'done'
  const { table, backfillCursor: from } = unfinished
  const page = await read(pull, table, { direction: 'older', limit, from })
  await storeRead(pull, 'copy', async () => {
    await applyRows(database, table, page.rows)
    const progress = await database.progress.get(table)
    // Another tab may have gone on while this page was on its way.
    if (
      progress?.backfillCursor?.updatedAt !== from.updatedAt ||
      progress.backfillCursor.id !== from.id
    )
      return
    await database.progress.put({ ...progress, backfillCursor: page.full ? page.last : undefined })
  })
  return (await hasBackfill(database)) ? 'more' : 'done'
}

async function hasBackfill(database: ReplicaDatabase): Promise<boolean> {
  const rows = await database.progress.toArray()
  return rows.some((row) => row.backfillCursor !== undefined)
}
