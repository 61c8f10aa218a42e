import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, Instant, PartnerId } from '../../../domain/ids.ts'
import { isNews } from '../../../domain/news.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { optimisticRow } from '../mutations/optimistic.ts'
import { readPending, type Pending } from './pending.ts'
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
 * exists. The partner's private entries are not on this device to begin with (D9).
 *
 * @param lines how many to list at most
 */
export async function readNews(
  database: ReplicaDatabase,
  me: PartnerId,
  lines: number,
): Promise<News> {
  const [pending, marker, profiles] = await Promise.all([
    readPending(database),
    database.last_looks.get(me),
    database.profiles.toArray(),
  ])
  const mutations = [...pending.byAggregate.values()].flat()
  const readMarker = optimisticRow('last_looks', me, marker, mutations, me)?.seenUntil
  const others = profiles.filter((profile) => profile.id !== me)
  const lists = await Promise.all(
    others.map(async ({ id, name }) => {
      const source = { database, pending, me, person: id, name, readMarker, lines }
      const [entries, reactions] = await Promise.all([entryItems(source), reactionItems(source)])
      return [...entries, ...reactions]
    }),
  )
  const items = lists.flat().sort((one, other) => (one.visibleSince < other.visibleSince ? 1 : -1))
  const count = Math.min(items.filter((item) => item.isNew).length, mostNews)
  return { count, items: items.slice(0, lines), more: items.length > lines, readMarker }
}

interface Source {
  readonly database: ReplicaDatabase
  readonly pending: Pending
  readonly me: PartnerId
  readonly person: PartnerId
  readonly name: string
  readonly readMarker: Instant | undefined
  readonly lines: number
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
async function readVisible<Row>(table: VisibleTable<Row>, source: Source): Promise<Row[]> {
  const { person, readMarker, lines } = source
  const range = (from: string, to: string) =>
    // oxlint-disable-next-line no-array-reverse -- a database query, no array
    table.where('[userId+visibleSince]').between([person, from], [person, to]).reverse()
  const hasLooked = readMarker !== undefined && readMarker > start
  const after = hasLooked ? `${readMarker}!` : start
  const [fresh, older] = await Promise.all([
    range(after, end)
      .limit(Math.max(lines + 1, mostNews))
      .toArray(),
    hasLooked
      ? range(start, after)
          .limit(lines + 1)
          .toArray()
      : [],
  ])
  return [...fresh, ...older]
}

async function entryItems(source: Source): Promise<NewsItem[]> {
  const rows = await readVisible<Entry>(source.database.entries, source)
  return rows.flatMap((row) => {
    const entry = shownEntry(row, source)
    return entry === undefined ? [] : [{ kind: 'entry', ...line(entry, row.visibleSince, source) }]
  })
}

async function reactionItems(source: Source): Promise<NewsItem[]> {
  const rows = await readVisible<Reaction>(source.database.reactions, source)
  const ids = [...new Set(rows.map((row) => row.entryId))]
  const entries = await source.database.entries.bulkGet(ids)
  const byId = new Map<EntryId, Entry | undefined>(ids.map((id, index) => [id, entries[index]]))
  return rows.flatMap((row) => {
    const entry = shownEntry(byId.get(row.entryId), source)
    if (entry === undefined) return []
    return [{ kind: 'reaction', emoji: row.emoji, ...line(entry, row.visibleSince, source) }]
  })
}

function shownEntry(row: Entry | undefined, { pending, me }: Source): Entry | undefined {
  if (row === undefined || pending.hidden.has(row.id)) return undefined
  return optimisticRow('entries', row.id, row, pending.byAggregate.get(row.id) ?? [], me)
}

function line(entry: Entry, visibleSince: Instant, { me, person, name, readMarker }: Source) {
  const letters = Array.from(entry.content)
  const excerpt = letters.slice(0, excerptLength).join('')
  return {
    entryId: entry.id,
    by: person,
    byName: name,
    visibleSince,
    isNew: isNews({ userId: person, visibleSince }, me, readMarker),
    excerpt: letters.length > excerptLength ? `${excerpt}…` : excerpt,
    category: entry.category,
  }
}
