import type { Entry } from './entry.ts'
import type { Instant, PartnerId } from './ids.ts'

/**
 * True for a partner's row that became visible after the read marker (D7). Until the read marker is
 * known (before the initial pull) nothing is new, so that no wrong number is shown.
 */
export function isNews(
  row: Pick<Entry, 'userId' | 'visibleSince'>,
  me: PartnerId,
  readMarker: Instant | undefined,
): boolean {
  return row.userId !== me && readMarker !== undefined && row.visibleSince > readMarker
}

/** The greatest `visibleSince` of some rows: the read marker once they were seen (D7). */
export function readMarkerFor(
  rows: readonly { readonly visibleSince: Instant }[],
): Instant | undefined {
  const [first, ...rest] = rows.map((row) => row.visibleSince)
  return rest.reduce(
    (latest, since) => (latest !== undefined && latest > since ? latest : since),
    first,
  )
}
