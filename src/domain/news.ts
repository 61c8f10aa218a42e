import type { Entry } from './entry.ts'
import type { Instant, PartnerId } from './ids.ts'

/**
 * True for a partner's row that became visible after the last look (D7). As long as the last look
 * is not known (before the first pull) nothing is new, so that no wrong number flashes up.
 */
export function isNews(
  row: Pick<Entry, 'userId' | 'visibleSince'>,
  me: PartnerId,
  seenUntil: Instant | undefined,
): boolean {
  return row.userId !== me && seenUntil !== undefined && row.visibleSince > seenUntil
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
