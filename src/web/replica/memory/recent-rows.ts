import type { Instant, PartnerId } from '../../../domain/ids.ts'
import { reordered, type ShownChange } from './row-order.ts'

/** A row with the time from which a person can see it. */
export interface RecentRow {
  readonly id: string
  readonly userId: PartnerId
  readonly visibleSince: Instant
}

/** What was visible last comes first, by `visibleSince` then `id`. */
export function byVisible(one: RecentRow, other: RecentRow): number {
  if (one.visibleSince !== other.visibleSince) return one.visibleSince < other.visibleSince ? 1 : -1
  if (one.id === other.id) return 0
  return one.id < other.id ? 1 : -1
}

/** The partner's rows of some that are ordered so, after some changes of rows. */
export function recentAfter<Row extends RecentRow>(
  recent: readonly Row[],
  changes: readonly ShownChange<Row>[],
  me: PartnerId,
): readonly Row[] {
  const ofPartner = (row: Row | undefined) => (row?.userId === me ? undefined : row)
  const relevant = changes
    .map(({ before, after }) => ({ before: ofPartner(before), after: ofPartner(after) }))
    .filter(({ before, after }) => before !== after)
  return reordered(recent, relevant, byVisible)
}
