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

/** How much of what the partner wrote and reacted is after my read marker (D7). */
export function newsCount(state: Source): NewsCount {
  const { me, entries, reactions, readMarker } = state
  const isCounted = ({ userId, visibleSince }: Visible) =>
    visibleSince >= earliest && isNews({ userId, visibleSince }, me, readMarker)
  let count = 0
  for (const entry of entries.list) {
    if (count >= mostNews) break
    if (isCounted(entry)) count += 1
  }
  for (const reaction of reactions.all()) {
    if (count >= mostNews) break
    // One to an entry that is about to be deleted is not counted.
    if (isCounted(reaction) && entries.get(reaction.entryId) !== undefined) count += 1
  }
  return { count, readMarker }
}

/**
 * The newest of what the partner wrote and reacted. The partner's private entries are not on this device to
 * begin with (D9).
 *
 * @param lines how many to list at most
 */
export function newsOf(state: Source, lines: number): News {
  const written = newest(state, state.entries.list, lines + 1)
  const isShown = ({ entryId }: Reaction) => state.entries.get(entryId) !== undefined
  const reacted = newest(state, [...state.reactions.all()].filter(isShown), lines + 1)
  const found = [
    ...written.map((entry) => itemOf(state, entry, entry)),
    ...reacted.flatMap((reaction) => {
      const entry = state.entries.get(reaction.entryId)
      return entry === undefined ? [] : itemOf(state, reaction, entry, reaction.emoji)
    }),
  ].sort((one, other) => (one.visibleSince < other.visibleSince ? 1 : -1))
  return { items: found.slice(0, lines), more: found.length > lines }
}

interface Visible {
  readonly userId: PartnerId
  readonly visibleSince: Instant
}

/** The last that became visible of what others did. */
function newest<Row extends Visible>(
  { me }: Source,
  rows: Iterable<Row>,
  count: number,
): readonly Row[] {
  const found: Row[] = []
  for (const row of rows) {
    if (row.userId === me || row.visibleSince < earliest) continue
    const last = found.at(-1)
    if (found.length === count && last !== undefined && last.visibleSince >= row.visibleSince)
      continue
    const place = found.findIndex(({ visibleSince }) => visibleSince < row.visibleSince)
    found.splice(place === -1 ? found.length : place, 0, row)
    if (found.length > count) found.pop()
  }
  return found
}

function itemOf(
  state: Source,
  { userId, visibleSince }: Visible,
  { id, category, content }: Entry,
  emoji?: Reaction['emoji'],
): NewsItem {
  const line = {
    entryId: id,
    by: userId,
    byName: nameOf(state.profiles, userId),
    visibleSince,
    excerpt: excerptOf(content),
    category,
  }
  return emoji === undefined ? { kind: 'entry', ...line } : { kind: 'reaction', emoji, ...line }
}

function excerptOf(content: string): string {
  const letters = Array.from(content)
  const excerpt = letters.slice(0, excerptLength).join('')
  return letters.length > excerptLength ? `${excerpt}…` : excerpt
}
