import {
  activeFilterCount,
  matchesFilter,
  type EntryFilter,
  type FilterContext,
} from '../../../domain/filter.ts'
import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, Instant, PartnerId } from '../../../domain/ids.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import type { StoredJournal } from '../copy/stored-rows.ts'
import { optimistic, optimisticRow } from '../mutations/optimistic.ts'
import { joinDetails, shownEntry } from './details.ts'
import {
  countNewer,
  entryRange,
  readNewer,
  readOlder,
  type Batch,
  type EntryRange,
} from './entry-range.ts'
import { followAll } from './follow.ts'
import { heldReactions } from './held-reactions.ts'
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
  followAll(database.reactions)
  const [pending, names, first] = await Promise.all([
    readPending(database),
    readNames(database),
    readFirst(database, query, me),
  ])
  const matching = await readMatching({ database, query, me, pending, first })
  const part = matching.slice(0, query.limit)
  return {
    entries: await joinDetails({ database, me, stored: query.reactions }, part, pending, names),
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
  const [pending, first] = await Promise.all([
    readPending(database),
    readFirst(database, query, me),
  ])
  const newer = await readMatching({ database, query, me, pending, first })
  const after = newer[distance]
  if (after === undefined) return { after: undefined, passed: 0 }
  const { createdAt, id } = after
  return {
    after: { createdAt, id },
    passed: 1 + (await countNewer(first.range, after)),
  }
}

/** Every entry that matches, without its details. Call it in `inReadTransaction`. */
export async function readEntries(
  database: ReplicaDatabase,
  filter: EntryFilter,
  me: PartnerId,
): Promise<readonly Entry[]> {
  const query = { filter, now: 0, limit: Infinity }
  const [pending, first] = await Promise.all([
    readPending(database),
    readFirst(database, query, me),
  ])
  return readMatching({ database, query, me, pending, first })
}

interface First {
  readonly journal: StoredJournal | undefined
  readonly range: EntryRange
  /** The first `firstSize` rows. */
  readonly batch: Batch
}

async function readFirst(database: ReplicaDatabase, query: Query, me: PartnerId): Promise<First> {
  const [journal, range] = await Promise.all([
    database.journal.get('journal'),
    entryRange(database, query.filter, me),
  ])
  return { journal, range, batch: await readBatch(range, query, undefined, firstSize(query)) }
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

/** The entries that mutations are pending for, as they are shown; not those about to be deleted. */
export async function readWithPending(
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
const leastFiltered = 60
const largestBatch = 2000
/** Rows read beyond those asked for, in the place of some with pending mutations. */
const spare = 3

/** Rows to begin with: those asked for and one more; where a filter leaves some out, not fewer than usual. */
function firstSize({ filter, limit }: Query): number {
  const wanted = limit + 1 + spare
  const isWhole = activeFilterCount(filter) === 0
  return Math.min(isWhole ? wanted : Math.max(wanted, leastFiltered), largestBatch)
}

async function readWithoutPending(
  { query, pending, first }: Reading,
  context: FilterContext,
): Promise<readonly Entry[]> {
  const { byAggregate, hidden } = pending
  const found: Entry[] = []
  let { batch } = first
  let size = firstSize(query)
  for (;;) {
    for (const entry of batch.entries) {
      if (byAggregate.has(entry.id) || hidden.has(entry.id)) continue
      if (matchesFilter(entry, query.filter, context)) found.push(entry)
      // One more than asked for tells whether there is more.
      if (found.length > query.limit) return found
    }
    if (batch.last === undefined) return found
    size = Math.min(size * 2, largestBatch)
    batch = await readBatch(first.range, query, batch.last, size)
  }
}

async function readBatch(
  range: EntryRange,
  { after, newerThan }: Query,
  last: EntryKey | undefined,
  size: number,
): Promise<Batch> {
  if (newerThan !== undefined) return readNewer(range, last ?? newerThan, size)
  return readOlder(range, last ?? after, size)
}

/**
 * Any entry that was written before a time, each as likely as any other; undefined where there is none.
 *
 * @param share from 0 inclusive to 1 exclusive, which of them
 */
export async function readAnyBefore(
  { entries }: ReplicaDatabase,
  before: Instant,
  share: number,
): Promise<Entry | undefined> {
  const past = entries.where('[createdAt+id]').below([before])
  return past.offset(Math.floor(share * (await past.count()))).first()
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
  const [shown] = await heldReactions(database).readFollowed([entry])
  return shown && shownEntry(shown, pending, names, me)
}
