import type { Entry } from './entry.ts'
import { latestOf, millisecondsOf, type Instant, type PartnerId } from './ids.ts'
import type { RowOf } from './table-schemas.ts'

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

/** Milliseconds between the writing of an entry and of the photos that its form held. */
const writtenTogether = 60_000

/**
 * True for a photo that came to an entry which was known by then; with a new entry, or one that was private, it is the same
 * piece of news (D7).
 */
export function isPhotoNews(
  photo: Pick<RowOf<'photos'>, 'userId' | 'createdAt' | 'visibleSince'>,
  entry: Pick<Entry, 'userId' | 'createdAt' | 'visibleSince'>,
): boolean {
  if (photo.userId !== entry.userId) return true
  const later = millisecondsOf(photo.createdAt) - millisecondsOf(entry.createdAt)
  return later > writtenTogether && photo.visibleSince > entry.visibleSince
}

/** The greatest `visibleSince` of some rows: the read marker once they were seen (D7). */
export function readMarkerFor(
  rows: readonly { readonly visibleSince: Instant }[],
): Instant | undefined {
  return latestOf(rows.map((row) => row.visibleSince))
}
