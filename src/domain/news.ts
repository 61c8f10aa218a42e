import type { Entry } from './entry.ts'
import type { EntryId, Instant, PartnerId } from './ids.ts'
import type { Reaction } from './reaction.ts'

/** One thing the partner did that the bell can tell (D7). */
export type NewsRow<E extends NewsEntry, R extends NewsReaction> = {
  /** The entry written or reacted to; where the line leads. */
  readonly entry: E
  readonly by: PartnerId
  readonly visibleSince: Instant
  /** False for what the last look already covered. */
  readonly isNew: boolean
} & ({ readonly kind: 'entry' } | { readonly kind: 'reaction'; readonly reaction: R })

type NewsEntry = Pick<Entry, 'id' | 'userId' | 'visibleSince'>
type NewsReaction = Pick<Reaction, 'id' | 'entryId' | 'userId' | 'visibleSince'>

/**
 * True for a partner's row that became visible after the last look (D7). As long as the last look
 * is not known (before the first pull) nothing is new, so that no wrong number flashes up.
 */
export function isNews(
  row: Pick<NewsEntry, 'userId' | 'visibleSince'>,
  me: PartnerId,
  seenUntil: Instant | undefined,
): boolean {
  return row.userId !== me && seenUntil !== undefined && row.visibleSince > seenUntil
}

/**
 * The partner's entries and reactions, newest first, each marked new or not (D7). Reactions to
 * entries that are not among `entries` are left out: there is nothing to lead to.
 */
export function collectNews<E extends NewsEntry, R extends NewsReaction>(
  entries: readonly E[],
  reactions: readonly R[],
  me: PartnerId,
  seenUntil: Instant | undefined,
): readonly NewsRow<E, R>[] {
  const byId = new Map<EntryId, E>(entries.map((entry) => [entry.id, entry]))
  const facts = (row: E | R) => ({
    by: row.userId,
    visibleSince: row.visibleSince,
    isNew: isNews(row, me, seenUntil),
  })
  const written = entries
    .filter((entry) => entry.userId !== me)
    .map((entry): NewsRow<E, R> => ({ kind: 'entry', entry, ...facts(entry) }))
  const reacted = reactions.flatMap((reaction): NewsRow<E, R>[] => {
    const entry = byId.get(reaction.entryId)
    if (entry === undefined || reaction.userId === me) return []
    return [{ kind: 'reaction', entry, reaction, ...facts(reaction) }]
  })
  return [...written, ...reacted].sort(newestFirst)
}

/** The greatest `visibleSince` of some rows: what a look at them records (D7). */
export function seenUntilOf(
  rows: readonly { readonly visibleSince: Instant }[],
): Instant | undefined {
  const [first, ...rest] = rows.map((row) => row.visibleSince)
  return rest.reduce(
    (latest, since) => (latest !== undefined && latest > since ? latest : since),
    first,
  )
}

function newestFirst<E extends NewsEntry, R extends NewsReaction>(
  one: NewsRow<E, R>,
  other: NewsRow<E, R>,
): number {
  if (one.visibleSince !== other.visibleSince) return one.visibleSince > other.visibleSince ? -1 : 1
  return tieKey(one) < tieKey(other) ? -1 : 1
}

function tieKey<E extends NewsEntry, R extends NewsReaction>(row: NewsRow<E, R>): string {
  return row.kind === 'entry' ? row.entry.id : row.reaction.id
}
