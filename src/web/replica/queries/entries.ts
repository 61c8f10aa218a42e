import { matchesFilter, type EntryFilter, type FilterContext } from '../../../domain/filter.ts'
import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, PartnerId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import type { StoredJournal } from '../copy/stored-rows.ts'
import { optimistic, optimisticRow } from '../mutations/optimistic.ts'
import { joinDetails } from './details.ts'
import { byCreation, readNames, readPending, type Pending } from './pending.ts'
import type {
  EntryKey,
  EntryPage,
  EntryQuery,
  EntrySelection,
  ListPlace,
  ShownEntry,
} from './shown.ts'

/**
 * One part of the list, in as few rounds of reading as possible: the partner's change waits for it
 * on its way to the screen. Call it in `inReadTransaction`.
 */
export async function readFeed(
  database: ReplicaDatabase,
  query: EntryQuery,
  me: PartnerId,
): Promise<EntryPage> {
  const [pending, names, first] = await Promise.all([
    readPending(database),
    readNames(database),
    readFirst(database, query),
  ])
  const matching = await readMatching({ database, query, me, pending, first })
  const part = matching.slice(0, query.limit)
  return {
    entries: await joinDetails({ database, me }, part, pending, names),
    more: matching.length > query.limit,
  }
}

/**
 * Where a part of the list begins that has so many entries, or as many as there are, before the one
 * with this key. Call it in `inReadTransaction`.
 */
export async function readPlaceBefore(
  database: ReplicaDatabase,
  { filter, now, key, distance }: EntrySelection & { key: EntryKey; distance: number },
  me: PartnerId,
): Promise<ListPlace> {
  const query = { filter, now, limit: distance, newerThan: key }
  const [pending, first] = await Promise.all([readPending(database), readFirst(database, query)])
  const newer = await readMatching({ database, query, me, pending, first })
  const after = newer[distance]
  if (after === undefined) return { after: undefined, passed: 0 }
  const { createdAt, id } = after
  return {
    after: { createdAt, id },
    passed: await rangeOf(database, filter, [createdAt, id], end).count(),
  }
}

/** Every entry that matches, without its details. Call it in `inReadTransaction`. */
export async function readEntries(
  database: ReplicaDatabase,
  filter: EntryFilter,
  me: PartnerId,
): Promise<readonly Entry[]> {
  const query = { filter, now: 0, limit: Infinity }
  const [pending, first] = await Promise.all([readPending(database), readFirst(database, query)])
  return readMatching({ database, query, me, pending, first })
}

interface First {
  readonly journal: StoredJournal | undefined
  /** The first `firstBatch` rows. */
  readonly rows: readonly Entry[]
}

async function readFirst(database: ReplicaDatabase, query: Query): Promise<First> {
  const [journal, rows] = await Promise.all([
    database.journal.get('journal'),
    readBatch(database, query, undefined, firstBatch),
  ])
  return { journal, rows }
}

/** Reads towards older entries, or from a key towards newer ones. */
interface Query extends EntryQuery {
  readonly newerThan?: EntryKey
}

interface Reading {
  readonly database: ReplicaDatabase
  readonly query: Query
  readonly me: PartnerId
  readonly pending: Pending
  readonly first: First
}

/**
 * What matches, in the order of reading, up to one more than the limit. Entries without pending mutations are
 * read from the index; the mutations of the few others are applied first, because a pending edit may
 * move an entry into or out of the filter.
 */
async function readMatching(reading: Reading): Promise<readonly Entry[]> {
  const { database, query, me, pending, first } = reading
  const context = { me, now: query.now, timeZone: first.journal?.timeZone ?? 'UTC' }
  const found = await readWithoutPending(reading, context)
  const withPending = await readWithPending(database, pending, me)
  const matching = withPending.filter(
    (entry) => isAhead(entry, query) && matchesFilter(entry, query.filter, context),
  )
  const inOrder = [...found, ...matching].sort(byCreation)
  return query.newerThan === undefined ? inOrder.toReversed() : inOrder
}

function isAhead(entry: Entry, { after, newerThan }: Query): boolean {
  if (newerThan !== undefined) return byCreation(entry, newerThan) > 0
  return after === undefined || byCreation(entry, after) < 0
}

async function readWithPending(
  database: ReplicaDatabase,
  { byAggregate, hidden }: Pending,
  me: PartnerId,
): Promise<readonly Entry[]> {
  const ids = [...byAggregate.keys()].filter((id) => !hidden.has(id)) as EntryId[]
  if (ids.length === 0) return []
  const rows = (await database.entries.bulkGet(ids)).filter((row) => row !== undefined)
  return optimistic(
    'entries',
    rows,
    ids.flatMap((id) => byAggregate.get(id) ?? []),
    me,
  )
}

/** Windows grow, so that a filter that matches little does not mean a thousand small reads. */
const firstBatch = 60
const largestBatch = 2000

async function readWithoutPending(
  { database, query, pending, first }: Reading,
  context: FilterContext,
): Promise<readonly Entry[]> {
  const { byAggregate, hidden } = pending
  const found: Entry[] = []
  let batch = first.rows
  let size = firstBatch
  for (;;) {
    for (const entry of batch) {
      if (byAggregate.has(entry.id) || hidden.has(entry.id)) continue
      if (matchesFilter(entry, query.filter, context)) found.push(entry)
      // One more than asked for tells whether there is more.
      if (found.length > query.limit) return found
    }
    if (batch.length < size) return found
    size = Math.min(size * 2, largestBatch)
    batch = await readBatch(database, query, batch.at(-1), size)
  }
}

/** Before and after every key. */
const start = ['', '']
const end = ['\uffff', '\uffff']

async function readBatch(
  database: ReplicaDatabase,
  { filter, after, newerThan }: Query,
  last: EntryKey | undefined,
  size: number,
): Promise<Entry[]> {
  const from = last ?? newerThan ?? after
  const key = from === undefined ? undefined : [from.createdAt, from.id]
  if (newerThan !== undefined)
    return rangeOf(database, filter, key ?? start, end)
      .limit(size)
      .toArray()
  const older = rangeOf(database, filter, start, key ?? end)
  // oxlint-disable-next-line no-array-reverse -- a database query, no array
  return older.reverse().limit(size).toArray()
}

/** The entries strictly between two keys, by the index that serves the filter best. */
function rangeOf(
  database: ReplicaDatabase,
  { category }: EntryFilter,
  lower: readonly string[],
  upper: readonly string[],
) {
  if (category === null)
    return database.entries.where('[createdAt+id]').between(lower, upper, false, false)
  return database.entries
    .where('[category+createdAt+id]')
    .between([category, ...lower], [category, ...upper], false, false)
}

/** One entry; `undefined` where it is gone or its deletion waits. Call it in `inReadTransaction`. */
export async function readEntry(
  database: ReplicaDatabase,
  id: EntryId,
  me: PartnerId,
): Promise<ShownEntry | undefined> {
  const [pending, row, names] = await Promise.all([
    readPending(database),
    database.entries.get(id),
    readNames(database),
  ])
  const entry = optimisticRow('entries', id, row, pending.byAggregate.get(id) ?? [], me)
  if (entry === undefined || pending.hidden.has(id)) return undefined
  const [shown] = await joinDetails({ database, me }, [entry], pending, names)
  return shown
}
