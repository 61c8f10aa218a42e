import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, Instant, PartnerId } from '../../../domain/ids.ts'
import { isNews } from '../../../domain/news.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { optimisticRow } from '../mutations/optimistic.ts'
import { actionsOn } from '../mutations/registry.ts'
import { readMutations, readPendingAbout } from './pending.ts'
import type { News, NewsItem } from './shown.ts'

/** The count goes up to here, one more than anyone is shown. */
export const mostNews = 100
/** Code points of an entry's text in the list. */
const excerptLength = 80
const end = '\uffff'
/** What was brought back out of a file became visible in 1970: it is nobody's news (D7). */
const start = '1970-01-02'

/**
 * The newest of what the partner wrote and reacted, and how much of it lies after my read marker
 * (D7). Reads by the index on person and visibility, so it costs what is shown and counted, not what
 * exists; of what is only counted it reads no entry. The partner's private entries are not on this
 * device to begin with (D9).
 *
 * @param lines how many to list at most; 0 to count only
 */
export async function readNews(
  database: ReplicaDatabase,
  me: PartnerId,
  lines: number,
): Promise<News> {
  const [mutations, marker, profiles, going] = await Promise.all([
    readMutations(database, actionsOn('last_looks')),
    database.last_looks.get(me),
    database.profiles.toArray(),
    readGoing(database),
  ])
  const readMarker = optimisticRow('last_looks', me, marker, mutations, me)?.seenUntil
  const source = { database, me, readMarker, lines, going }
  const others = profiles.filter((profile) => profile.id !== me)
  const rows = (await Promise.all(others.map(async (person) => readRows(source, person))))
    .flat()
    .sort((one, other) => (one.visibleSince < other.visibleSince ? 1 : -1))
  const count = Math.min(
    rows.filter(({ by, visibleSince }) => isNews({ userId: by.id, visibleSince }, me, readMarker))
      .length,
    mostNews,
  )
  const items = await readItems(source, rows.slice(0, lines))
  return { count, items, more: rows.length > lines, readMarker }
}

interface Source {
  readonly database: ReplicaDatabase
  readonly me: PartnerId
  readonly readMarker: Instant | undefined
  readonly lines: number
  /** Entries whose deletion waits to be undone or sent. */
  readonly going: ReadonlySet<EntryId>
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
  /** Of a reaction to one. */
  readonly emoji?: Reaction['emoji']
}

async function readRows(source: Source, by: NewsRow['by']): Promise<readonly NewsRow[]> {
  const { database, going } = source
  const [entries, reactions] = await Promise.all([
    readVisible<Entry>(database.entries, source, by.id),
    readVisible<Reaction>(database.reactions, source, by.id),
  ])
  return [
    ...entries.map(({ visibleSince, id: entryId }) => ({ by, visibleSince, entryId })),
    ...reactions.map(({ visibleSince, entryId, emoji }) => ({ by, visibleSince, entryId, emoji })),
  ].filter(({ entryId }) => !going.has(entryId))
}

type VisibleTable<Row> = {
  where(index: string): {
    between(
      lower: unknown[],
      upper: unknown[],
    ): { reverse(): { limit(count: number): { toArray(): PromiseLike<Row[]> } } }
  }
}

/** As many new ones as are counted or listed, and older ones up to the list's length. */
async function readVisible<Row>(
  table: VisibleTable<Row>,
  { readMarker, lines }: Source,
  person: PartnerId,
): Promise<Row[]> {
  const range = (from: string, to: string) =>
    // oxlint-disable-next-line no-array-reverse -- a database query, no array
    table.where('[userId+visibleSince]').between([person, from], [person, to]).reverse()
  const hasLooked = readMarker !== undefined && readMarker > start
  const after = hasLooked ? `${readMarker}!` : start
  const [fresh, older] = await Promise.all([
    range(after, end)
      .limit(Math.max(lines + 1, mostNews))
      .toArray(),
    hasLooked && lines > 0
      ? range(start, after)
          .limit(lines + 1)
          .toArray()
      : [],
  ])
  return [...fresh, ...older]
}

async function readItems(source: Source, rows: readonly NewsRow[]): Promise<readonly NewsItem[]> {
  const { database, me } = source
  const ids = [...new Set(rows.map(({ entryId }) => entryId))]
  const [stored, { byAggregate }] = await Promise.all([
    database.entries.bulkGet(ids),
    readPendingAbout(database, ids),
  ])
  const byId = new Map<EntryId, Entry | undefined>(
    ids.map((id, index) => [
      id,
      optimisticRow('entries', id, stored[index], byAggregate.get(id) ?? [], me),
    ]),
  )
  return rows.flatMap((row) => {
    const entry = byId.get(row.entryId)
    return entry === undefined ? [] : [itemOf(row, entry, source)]
  })
}

function itemOf(
  { by, visibleSince, entryId, emoji }: NewsRow,
  entry: Entry,
  { me, readMarker }: Source,
): NewsItem {
  const letters = Array.from(entry.content)
  const excerpt = letters.slice(0, excerptLength).join('')
  const line = {
    entryId,
    by: by.id,
    byName: by.name,
    visibleSince,
    isNew: isNews({ userId: by.id, visibleSince }, me, readMarker),
    excerpt: letters.length > excerptLength ? `${excerpt}…` : excerpt,
    category: entry.category,
  }
  return emoji === undefined ? { kind: 'entry', ...line } : { kind: 'reaction', emoji, ...line }
}
