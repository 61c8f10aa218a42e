import type { Table } from 'dexie'
import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, Instant, PartnerId } from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { optimisticRow } from '../mutations/optimistic.ts'
import { actionsOn } from '../mutations/registry.ts'
import { readMutations, readPendingAbout } from './pending.ts'
import type { News, NewsCount, NewsItem } from './shown.ts'

/** The count goes up to here, one more than anyone is shown. */
export const mostNews = 100
/** Code points of an entry's text in the list. */
const excerptLength = 80
const end = '\uffff'
/** What was brought back out of a file became visible in 1970: it is nobody's news (D7). */
const start = '1970-01-02'

/**
 * How much of what the partner wrote and reacted is after my read marker (D7). Reads keys by the index on person and
 * visibility, so it costs what is counted, not what exists. Call it in `inReadTransaction`.
 */
export async function readNewsCount(database: ReplicaDatabase, me: PartnerId): Promise<NewsCount> {
  const [looks, marker, others, going] = await Promise.all([
    readMutations(database, actionsOn('last_looks')),
    database.last_looks.get(me),
    readOthers(database, me),
    readGoing(database),
  ])
  const readMarker = optimisticRow('last_looks', me, marker, looks, me)?.seenUntil
  // Before the initial pull nothing is new.
  if (readMarker === undefined) return { count: 0, readMarker }
  const counts = await Promise.all(
    others.map(async ({ id }) => countNewer({ database, going }, id, readMarker)),
  )
  const count = counts.reduce((sum, one) => sum + one, 0)
  return { count: Math.min(count, mostNews), readMarker }
}

/**
 * The newest of what the partner wrote and reacted. A live query that reads it does not run again for a look at it.
 * The partner's private entries are not on this device to begin with (D9). Call it in `inReadTransaction`.
 *
 * @param lines how many to list at most
 */
export async function readNews(
  database: ReplicaDatabase,
  me: PartnerId,
  lines: number,
): Promise<News> {
  const [others, going] = await Promise.all([readOthers(database, me), readGoing(database)])
  const source = { database, going }
  const found = await Promise.all(others.map(async (person) => readRows(source, person, lines)))
  const rows = found.flat().sort((one, other) => (one.visibleSince < other.visibleSince ? 1 : -1))
  const items = await readItems(database, me, rows.slice(0, lines))
  return { items, more: rows.length > lines }
}

interface Source {
  readonly database: ReplicaDatabase
  /** Entries whose deletion waits to be undone or sent. */
  readonly going: ReadonlySet<EntryId>
}

async function readOthers({ profiles }: ReplicaDatabase, me: PartnerId) {
  return (await profiles.toArray()).filter(({ id }) => id !== me)
}

async function readGoing(database: ReplicaDatabase): Promise<Source['going']> {
  const [waiting, queued] = await Promise.all([
    database.deletions.toArray(),
    readMutations(database, ['delete-entry']),
  ])
  const sent = queued.flatMap((mutation) =>
    mutation.action === 'delete-entry' ? mutation.entryId : [],
  )
  return new Set([...waiting.map(({ entryId }) => entryId), ...sent])
}

/** Something a person did that I may see. */
interface NewsRow {
  readonly by: { readonly id: PartnerId; readonly name: string }
  readonly visibleSince: Instant
  readonly entryId: EntryId
  /** What was written. */
  readonly entry?: Entry
  /** Of a reaction to one. */
  readonly emoji?: Reaction['emoji']
}

/** How much a person did after my read marker, up to `mostNews` of each kind; reads keys alone where it can. */
async function countNewer(
  { database, going }: Source,
  by: PartnerId,
  readMarker: Instant,
): Promise<number> {
  const { entries, reactions } = database
  const wanted = { by, from: readMarker > start ? `${readMarker}!` : start, limit: mostNews }
  if (going.size === 0) {
    const [written, reacted] = await Promise.all([
      visible(entries, wanted).primaryKeys(),
      visible(reactions, wanted).primaryKeys(),
    ])
    return written.length + reacted.length
  }
  const [written, reacted] = await Promise.all([
    visible(entries, wanted).primaryKeys(),
    visible(reactions, wanted).toArray(),
  ])
  return [...written, ...reacted.map(({ entryId }) => entryId)].filter((id) => !going.has(id))
    .length
}

async function readRows(
  { database, going }: Source,
  by: NewsRow['by'],
  lines: number,
): Promise<readonly NewsRow[]> {
  // What is about to be deleted takes up no line.
  const limit = lines + 1 + (going.size === 0 ? 0 : mostNews)
  const wanted = { by: by.id, from: start, limit }
  const [entries, reactions] = await Promise.all([
    // oxlint-disable-next-line no-array-reverse -- a database query, no array
    visible(database.entries, wanted).reverse().toArray(),
    // oxlint-disable-next-line no-array-reverse -- a database query, no array
    visible(database.reactions, wanted).reverse().toArray(),
  ])
  return [
    ...entries.map((entry) => ({
      by,
      visibleSince: entry.visibleSince,
      entryId: entry.id,
      entry,
    })),
    ...reactions.map(({ visibleSince, entryId, emoji }) => ({ by, visibleSince, entryId, emoji })),
  ].filter(({ entryId }) => !going.has(entryId))
}

interface Wanted {
  readonly by: PartnerId
  readonly from: string
  readonly limit: number
}

/** What a person wrote or reacted and became visible since a time; oldest first unless reversed. */
function visible<Row, Key, NewRow>(table: Table<Row, Key, NewRow>, { by, from, limit }: Wanted) {
  return table.where('[userId+visibleSince]').between([by, from], [by, end]).limit(limit)
}

async function readItems(
  database: ReplicaDatabase,
  me: PartnerId,
  rows: readonly NewsRow[],
): Promise<readonly NewsItem[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ entryId }) => entryId))]
  const read = new Map(
    rows.flatMap(({ entry }) => (entry === undefined ? [] : [[entry.id, entry]])),
  )
  const others = ids.filter((id) => !read.has(id))
  const [stored, { byAggregate }] = await Promise.all([
    database.entries.bulkGet(others),
    readPendingAbout(database, ids),
  ])
  for (const entry of stored) if (entry !== undefined) read.set(entry.id, entry)
  const byId = new Map<EntryId, Entry | undefined>(
    ids.map((id) => [
      id,
      optimisticRow('entries', id, read.get(id), byAggregate.get(id) ?? [], me),
    ]),
  )
  return rows.flatMap((row) => {
    const entry = byId.get(row.entryId)
    return entry === undefined ? [] : [itemOf(row, entry)]
  })
}

function itemOf({ by, visibleSince, entryId, emoji }: NewsRow, entry: Entry): NewsItem {
  const letters = Array.from(entry.content)
  const excerpt = letters.slice(0, excerptLength).join('')
  const line = {
    entryId,
    by: by.id,
    byName: by.name,
    visibleSince,
    excerpt: letters.length > excerptLength ? `${excerpt}…` : excerpt,
    category: entry.category,
  }
  return emoji === undefined ? { kind: 'entry', ...line } : { kind: 'reaction', emoji, ...line }
}
