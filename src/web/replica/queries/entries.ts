import { matchesFilter, type EntryFilter, type FilterContext } from '../../../domain/filter.ts'
import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, Instant, PartnerId } from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import type { ReplicaDatabase, StoredJournal } from '../copy/database.ts'
import type { EntryPage, EntryQuery, ShownEntry } from '../journal.ts'
import type { Operation } from '../mutations/operation.ts'
import { byCreation, overlayEntry, overlayReactions } from '../mutations/optimistic.ts'

/** Everything besides the rows that decides what is shown; small, read once per query. */
export interface Pending {
  readonly bySubject: ReadonlyMap<string, readonly Operation[]>
  readonly hidden: ReadonlySet<string>
}

/**
 * Runs reads that belong together as one: they see the same moment, and the browser opens one
 * transaction instead of one for each.
 */
export async function atOneMoment<Value>(
  database: ReplicaDatabase,
  read: () => Promise<Value>,
): Promise<Value> {
  const { entries, reactions, profiles, journal, outbox, deletions, last_looks: looks } = database
  const scope = [entries, reactions, profiles, journal, outbox, deletions, looks]
  return database.transaction('r', scope, read)
}

/** Reads the outbox and the waiting deletions. */
export async function readPending(database: ReplicaDatabase): Promise<Pending> {
  const [queue, deletions] = await Promise.all([
    database.outbox.orderBy('seq').toArray(),
    database.deletions.toArray(),
  ])
  const bySubject = new Map<string, Operation[]>()
  for (const { subject, operation } of queue) {
    const operations = bySubject.get(subject)
    if (operations === undefined) bySubject.set(subject, [operation])
    else operations.push(operation)
  }
  return { bySubject, hidden: new Set(deletions.map((deletion) => deletion.entryId)) }
}

export type Names = ReadonlyMap<PartnerId, string>

/** Each person's profile name. */
export async function readNames(database: ReplicaDatabase): Promise<Names> {
  const profiles = await database.profiles.toArray()
  return new Map(profiles.map((profile) => [profile.id, profile.name]))
}

/** Adds names, reactions and the pending mark to entries that are already overlaid. */
export async function dress(
  { database, me }: { readonly database: ReplicaDatabase; readonly me: PartnerId },
  entries: readonly Entry[],
  { bySubject }: Pending,
  names: Names,
): Promise<readonly ShownEntry[]> {
  const reactions = await readReactions(database, entries)
  return entries.map((entry, index) => {
    const operations = bySubject.get(entry.id) ?? []
    const shown = overlayReactions(reactions[index] ?? [], operations, me)
    return {
      ...entry,
      authorName: names.get(entry.userId),
      pending: operations.length > 0,
      reactions: shown.map(({ id, userId, emoji }) => ({
        id,
        userId,
        emoji,
        name: names.get(userId),
      })),
    }
  })
}

/**
 * Each entry's reactions, all asked for at once: `anyOf` would walk them one by one, and wait for
 * each. Call it in `atOneMoment`.
 */
async function readReactions(
  database: ReplicaDatabase,
  entries: readonly Entry[],
): Promise<readonly (readonly Reaction[])[]> {
  return Promise.all(
    entries.map(async ({ id }) => database.reactions.where('entryId').equals(id).toArray()),
  )
}

/**
 * One window of the feed, in as few rounds of reading as possible: it stands between the partner's
 * change and the screen. Call it in `atOneMoment`.
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
  const window = matching.slice(0, query.limit)
  return {
    entries: await dress({ database, me }, window, pending, names),
    more: matching.length > query.limit,
  }
}

/** Every entry that matches, without what stands beside it. Call it in `atOneMoment`. */
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

async function readFirst(database: ReplicaDatabase, query: EntryQuery): Promise<First> {
  const [journal, rows] = await Promise.all([
    database.journal.get('journal'),
    readBatch(database, query, undefined, firstBatch),
  ])
  return { journal, rows }
}

interface Reading {
  readonly database: ReplicaDatabase
  readonly query: EntryQuery
  readonly me: PartnerId
  readonly pending: Pending
  readonly first: First
}

/**
 * What matches, newest first, up to one more than the limit. Entries that nothing is pending on are
 * read from the index; the few others are overlaid first, because a pending edit may move them
 * into or out of the filter.
 */
async function readMatching(reading: Reading): Promise<readonly Entry[]> {
  const { database, query, me, pending, first } = reading
  const context = { me, now: query.now, timeZone: first.journal?.timeZone ?? 'UTC' }
  const found = await readUntouched(reading, context)
  const touched = await readTouched(database, pending, me)
  const matching = touched.filter((entry) => matchesFilter(entry, query.filter, context))
  return [...found, ...matching].sort((one, other) => byCreation(other, one))
}

async function readTouched(
  database: ReplicaDatabase,
  { bySubject, hidden }: Pending,
  me: PartnerId,
): Promise<readonly Entry[]> {
  const ids = [...bySubject.keys()].filter((subject) => !hidden.has(subject)) as EntryId[]
  if (ids.length === 0) return []
  const rows = await database.entries.bulkGet(ids)
  return ids
    .map((id, index) => overlayEntry(rows[index], bySubject.get(id) ?? [], me))
    .filter((entry) => entry !== undefined)
}

/** Windows grow, so that a filter that matches little does not mean a thousand small reads. */
const firstBatch = 60
const largestBatch = 2000

async function readUntouched(
  { database, query, pending, first }: Reading,
  context: FilterContext,
): Promise<readonly Entry[]> {
  const { bySubject, hidden } = pending
  const found: Entry[] = []
  let batch = first.rows
  let size = firstBatch
  for (;;) {
    for (const entry of batch) {
      if (bySubject.has(entry.id) || hidden.has(entry.id)) continue
      if (matchesFilter(entry, query.filter, context)) found.push(entry)
      // One more than asked for tells whether there is more.
      if (found.length > query.limit) return found
    }
    if (batch.length < size) return found
    size = Math.min(size * 2, largestBatch)
    batch = await readBatch(database, query, batch.at(-1), size)
  }
}

/** Sorts after every instant and every id. */
const end = '\uffff'

async function readBatch(
  database: ReplicaDatabase,
  { filter }: EntryQuery,
  before: { readonly createdAt: Instant; readonly id: EntryId } | undefined,
  size: number,
): Promise<Entry[]> {
  const upper = before === undefined ? [end, end] : [before.createdAt, before.id]
  const range =
    filter.category === null
      ? database.entries.where('[createdAt+id]').between(['', ''], upper, true, false)
      : database.entries
          .where('[category+createdAt+id]')
          .between([filter.category, '', ''], [filter.category, ...upper], true, false)
  // oxlint-disable-next-line no-array-reverse -- a database query, no array
  return range.reverse().limit(size).toArray()
}
