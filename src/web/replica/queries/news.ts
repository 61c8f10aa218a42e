import type { Entry } from '../../../domain/entry.ts'
import type { EntryId, Instant, PartnerId } from '../../../domain/ids.ts'
import type { Reaction } from '../../../domain/reaction.ts'
import type { ReplicaDatabase } from '../copy/database.ts'
import { readPending, type Pending } from './entries.ts'
import type { News, NewsItem } from '../journal.ts'
import { overlayEntry, overlayLastLook } from '../mutations/optimistic.ts'

/** How many lines the bell's list has at least room for; everything new is in it anyway. */
const listLength = 40
/** Code points of an entry's text in the list. */
const excerptLength = 80
const end = '\uffff'

/**
 * What the partner wrote and reacted since my last look, and the lines before that (D7). Reads by
 * the index on person and visibility, so it costs what is new, not what exists. The partner's
 * private entries are not on this device to begin with (D9).
 */
export async function readNews(database: ReplicaDatabase, me: PartnerId): Promise<News> {
  const [pending, look, profiles] = await Promise.all([
    readPending(database),
    database.last_looks.get(me),
    database.profiles.toArray(),
  ])
  const looks = pending.bySubject.get('last-look') ?? []
  const seenUntil = overlayLastLook(look?.seenUntil, looks)
  const others = profiles.filter((profile) => profile.id !== me)
  const lists = await Promise.all(
    others.map(async ({ id, name }) => {
      const source = { database, pending, me, person: id, name, seenUntil }
      const [entries, reactions] = await Promise.all([entryItems(source), reactionItems(source)])
      return [...entries, ...reactions]
    }),
  )
  const items = lists.flat().sort((one, other) => (one.visibleSince < other.visibleSince ? 1 : -1))
  const count = items.filter((item) => item.isNew).length
  return { count, items: items.slice(0, Math.max(count, listLength)), seenUntil }
}

interface Source {
  readonly database: ReplicaDatabase
  readonly pending: Pending
  readonly me: PartnerId
  readonly person: PartnerId
  readonly name: string
  readonly seenUntil: Instant | undefined
}

type VisibleTable<Row> = {
  where(index: string): {
    between(
      lower: unknown[],
      upper: unknown[],
    ): { reverse(): { limit(count: number): { toArray(): PromiseLike<Row[]> } } }
  }
}

/** Everything new, and older lines up to the list's length. */
async function readVisible<Row>(table: VisibleTable<Row>, source: Source): Promise<Row[]> {
  const { person, seenUntil } = source
  const range = (from: string, to: string) =>
    // oxlint-disable-next-line no-array-reverse -- a database query, no array
    table.where('[userId+visibleSince]').between([person, from], [person, to]).reverse()
  const after = seenUntil === undefined ? '' : `${seenUntil}!`
  const [fresh, older] = await Promise.all([
    range(after, end).limit(Infinity).toArray(),
    after === '' ? [] : range('', after).limit(listLength).toArray(),
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
  return overlayEntry(row, pending.bySubject.get(row.id) ?? [], me)
}

function line(entry: Entry, visibleSince: Instant, { person, name, seenUntil }: Source) {
  const letters = Array.from(entry.content)
  const excerpt = letters.slice(0, excerptLength).join('')
  return {
    entryId: entry.id,
    by: person,
    byName: name,
    visibleSince,
    // Before the first pull nobody knows what is new, so nothing is (D7).
    isNew: seenUntil !== undefined && visibleSince > seenUntil,
    excerpt: letters.length > excerptLength ? `${excerpt}…` : excerpt,
    category: entry.category,
  }
}
