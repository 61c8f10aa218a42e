import type { Entry } from '../../../domain/entry.ts'
import type { Instant, PartnerId } from '../../../domain/ids.ts'
import { isNews } from '../../../domain/news.ts'
import type { Reaction } from '../../../domain/table-schemas.ts'
import type { JournalState } from '../memory/journal-state.ts'
import { nameOf } from './entry-details.ts'
import type { News, NewsCount, NewsItem } from './shown.ts'

/** The count goes up to here, one more than anyone is shown. */
const mostNews = 100
/** Code points of an entry's text in the list. */
const excerptLength = 80
/** What was brought back out of a file became visible in 1970: it is not news (D7). */
const earliest = '1970-01-02'

type Source = Pick<JournalState, 'me' | 'profiles' | 'entries' | 'reactions' | 'readMarker'>

interface Visible {
  readonly userId: PartnerId
  readonly visibleSince: Instant
}

/** Something that was written or reacted; one to an entry that is about to be deleted is nothing. */
interface Happened {
  readonly row: Visible
  readonly entry: Entry
  readonly emoji?: Reaction['emoji']
}

function happened({ entries, reactions }: Source): readonly Happened[] {
  const reacted = [...reactions.all()].flatMap((row) => {
    const entry = entries.get(row.entryId)
    return entry === undefined ? [] : { row, entry, emoji: row.emoji }
  })
  return [...entries.list.map((entry) => ({ row: entry, entry })), ...reacted]
}

/** How much of what the partner wrote and reacted is after my read marker (D7). */
export function newsCount(state: Source): NewsCount {
  const { me, entries, reactions, readMarker } = state
  const isCounted = (row: Visible) => row.visibleSince >= earliest && isNews(row, me, readMarker)
  const reacted = [...reactions.all()].filter(
    (row) => isCounted(row) && entries.get(row.entryId) !== undefined,
  )
  const count = entries.list.filter(isCounted).length + reacted.length
  return { count: Math.min(mostNews, count), readMarker }
}

/**
 * The newest of what the partner wrote and reacted. The partner's private entries are not on this device to
 * begin with (D9).
 *
 * @param lines how many to list at most
 */
export function newsOf(state: Source, lines: number): News {
  const found = happened(state)
    .filter(({ row }) => row.userId !== state.me && row.visibleSince >= earliest)
    .sort(({ row: one }, { row: other }) => byVisible(one, other))
  const items = found.slice(0, lines).map((one) => itemOf(state, one))
  return { items, more: found.length > lines }
}

/** Newest first. */
function byVisible(one: Visible, other: Visible): number {
  if (one.visibleSince === other.visibleSince) return 0
  return one.visibleSince < other.visibleSince ? 1 : -1
}

function itemOf({ profiles }: Source, { row, entry, emoji }: Happened): NewsItem {
  const line = {
    entryId: entry.id,
    by: row.userId,
    byName: nameOf(profiles, row.userId),
    visibleSince: row.visibleSince,
    excerpt: excerptOf(entry.content),
    category: entry.category,
  }
  return emoji === undefined ? { kind: 'entry', ...line } : { kind: 'reaction', emoji, ...line }
}

function excerptOf(content: string): string {
  const letters = Array.from(content)
  const excerpt = letters.slice(0, excerptLength).join('')
  return letters.length > excerptLength ? `${excerpt}…` : excerpt
}
