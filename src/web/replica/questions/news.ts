import type { Entry } from '../../../domain/entry.ts'
import { firstWords } from '../../../domain/first-words.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { isNews, isPhotoNews } from '../../../domain/news.ts'
import type { Reaction, Reply, RowOf } from '../../../domain/table-schemas.ts'
import type { RowReader } from '../memory/journal-rows.ts'
import type { JournalState } from '../memory/journal-state.ts'
import { byVisible, type RecentPart, type RecentRow } from '../memory/recent-rows.ts'
import { nameOf } from './entry-details.ts'
import type { News, NewsItem } from './shown.ts'

/** The count goes up to here, one more than anyone is shown. */
const mostNews = 100
/** Code points of a text in the list. */
const excerptLength = 80
/** A row that was brought back out of a file became visible in 1970: it is not news (D7). */
const earliest = '1970-01-02'

export type NewsSource = Pick<
  JournalState,
  'me' | 'profiles' | 'entries' | 'reactions' | 'replies' | 'photos'
>

/** How much of what the partner wrote, replied, reacted and added in photos is after my read marker (D7). */
export function newsCount(
  state: NewsSource & Pick<JournalState, 'readMarker'>,
  rows: RowReader,
): number {
  const { entries, reactions, replies, photos } = state
  const isToEntry = ({ entryId }: RecentPart) => rows.get('entries', entryId) !== undefined
  const reacted = newRows(reactions.recent, state).filter(isToEntry)
  const replied = newRows(replies.recent, state).filter(isToEntry)
  const withPhotos = new Set(
    newRows(photos.recent, state)
      .filter((row) => photoNewsOf(row, rows) !== undefined)
      .map(({ entryId }) => entryId),
  )
  const parts = reacted.length + replied.length + withPhotos.size
  return Math.min(mostNews, newRows(entries.recent, state).length + parts)
}

/**
 * Those of the partner's rows that became visible after my read marker.
 *
 * @param recent what became visible last comes first
 */
export function newRows<Row extends RecentRow>(
  recent: readonly Row[],
  { me, readMarker }: Pick<JournalState, 'me' | 'readMarker'>,
): readonly Row[] {
  const end = recent.findIndex((row) => row.visibleSince < earliest || !isNews(row, me, readMarker))
  return end === -1 ? recent : recent.slice(0, end)
}

/** Something that was written, replied, reacted or added in photos; one to an entry that is about to be deleted is nothing. */
interface Happened {
  readonly row: RecentRow
  readonly entry: Entry
  readonly emoji?: Reaction['emoji']
  readonly reply?: Reply
  readonly photos?: number
}

/**
 * The newest of what the partner wrote, replied, reacted and added in photos. The partner's private entries are not on this device to
 * begin with (D9).
 *
 * @param lines how many to list at most
 */
export function newsOf(state: NewsSource, rows: RowReader, lines: number): News {
  const { entries, reactions, replies, photos } = state
  const written = firstOf(entries.recent, lines + 1, (row): Happened | undefined => {
    const entry = rows.get('entries', row.id as EntryId)
    return entry && { row, entry }
  })
  const reacted = firstOf(reactions.recent, lines + 1, (row): Happened | undefined => {
    const entry = rows.get('entries', row.entryId)
    const reaction = rows.of('reactions', row.entryId).find(({ id }) => id === row.id)
    return entry && reaction && { row, entry, emoji: reaction.emoji }
  })
  const replied = firstOf(replies.recent, lines + 1, (row): Happened | undefined => {
    const entry = rows.get('entries', row.entryId)
    const reply = rows.of('replies', row.entryId).find(({ id }) => id === row.id)
    return entry && reply && { row, entry, reply }
  })
  const listed = new Set<EntryId>()
  const added = firstOf(photos.recent, lines + 1, (row): Happened | undefined => {
    const found = listed.has(row.entryId) ? undefined : photoNewsOf(row, rows)
    listed.add(row.entryId)
    return found && { row, entry: found.entry, photos: found.photos.length }
  })
  const found = [...written, ...reacted, ...replied, ...added].sort(
    ({ row: one }, { row: other }) => byVisible(one, other),
  )
  return {
    items: found.slice(0, lines).map((one) => itemOf(state, one)),
    more: found.length > lines,
  }
}

/** The entry of a photo that is news, with all photos that its person added so; undefined for any other photo. */
function photoNewsOf(
  { id, entryId, userId }: RecentPart,
  rows: RowReader,
): { readonly entry: Entry; readonly photos: readonly RowOf<'photos'>[] } | undefined {
  const entry = rows.get('entries', entryId)
  const photos = rows
    .of('photos', entryId)
    .filter((photo) => photo.userId === userId && entry && isPhotoNews(photo, entry))
  return entry && photos.some((photo) => photo.id === id) ? { entry, photos } : undefined
}

/** The first `count` of what the rows yield, without those that came back out of a file. */
function firstOf<Row extends RecentRow>(
  recent: readonly Row[],
  count: number,
  happened: (row: Row) => Happened | undefined,
): readonly Happened[] {
  const found: Happened[] = []
  for (const row of recent) {
    if (found.length === count || row.visibleSince < earliest) break
    const one = happened(row)
    if (one !== undefined) found.push(one)
  }
  return found
}

function itemOf(
  { profiles }: NewsSource,
  { row, entry, emoji, reply, photos }: Happened,
): NewsItem {
  const line = {
    entryId: entry.id,
    by: row.userId,
    byName: nameOf(profiles, row.userId),
    visibleSince: row.visibleSince,
    excerpt: excerptOf((reply ?? entry).content),
    category: entry.category,
  }
  if (reply !== undefined)
    return { kind: 'reply', replyId: reply.id, to: firstWords(entry), ...line }
  if (photos !== undefined) return { kind: 'photos', photos, ...line }
  return emoji === undefined ? { kind: 'entry', ...line } : { kind: 'reaction', emoji, ...line }
}

function excerptOf(content: string): string {
  const letters = Array.from(content)
  const excerpt = letters.slice(0, excerptLength).join('')
  return letters.length > excerptLength ? `${excerpt}…` : excerpt
}
