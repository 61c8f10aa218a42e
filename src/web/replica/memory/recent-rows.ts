import { compare } from '../../../domain/compare.ts'
import type { EntryId, Instant, PartnerId } from '../../../domain/ids.ts'
import { heldAfter, type ShownChange } from './row-order.ts'

/** The fields of a row that the news hold: since when a person can see it. */
export interface RecentRow {
  readonly id: string
  readonly userId: PartnerId
  readonly visibleSince: Instant
}

/** The same of what belongs to an entry. */
export interface RecentPart extends RecentRow {
  readonly entryId: EntryId
}

/** The row that became visible last comes first, by `visibleSince` then `id`. */
export function byVisible(one: RecentRow, other: RecentRow): number {
  return compare(other.visibleSince, one.visibleSince) || compare(other.id, one.id)
}

/** The partner's rows of some that are ordered so, after some changes; the identical array where none came or left. */
export function recentAfter<Row extends RecentRow, Held extends RecentRow>(
  recent: readonly Held[],
  changes: readonly ShownChange<Row>[],
  heldOf: (row: Row) => Held,
  me: PartnerId,
): readonly Held[] {
  return heldAfter(
    recent,
    changes,
    (row) => (row.userId === me ? undefined : heldOf(row)),
    byVisible,
  )
}

export function recentOf({ id, userId, visibleSince }: RecentRow): RecentRow {
  return { id, userId, visibleSince }
}

export function recentPartOf({ id, userId, visibleSince, entryId }: RecentPart): RecentPart {
  return { id, userId, visibleSince, entryId }
}
