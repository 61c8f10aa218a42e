import {
  instantFromMilliseconds,
  millisecondsOf,
  type EntryId,
  type Instant,
} from '../../../domain/ids.ts'
import type { RowReader } from '../memory/journal-rows.ts'
import type { JournalState } from '../memory/journal-state.ts'

export interface WritingTimeOptions {
  /** By the device's clock. */
  readonly now: Instant
  /** A row with a later date does not count; undefined if the server has never answered: then nothing does. */
  readonly until: Instant | undefined
  /** The entry of a reply. */
  readonly entryId?: EntryId | undefined
}

/**
 * The time of what is written now: by the device's clock, and after what it may answer, the newest entry and the
 * newest reply of its entry, also where that clock is behind. Private entries and what belongs to them do not count,
 * because the time would tell of them (D9).
 */
export function timeOfWriting(
  { entries }: Pick<JournalState, 'entries'>,
  rows: RowReader,
  { now, until, entryId }: WritingTimeOptions,
): Instant {
  if (until === undefined) return now
  const counts = ({ createdAt }: { readonly createdAt: Instant }) => createdAt <= until
  const isShared = (id: EntryId) => rows.get('entries', id)?.isPrivate === false
  const entry = entries.list.find((one) => counts(one) && isShared(one.id))
  const hasShared = entryId !== undefined && isShared(entryId)
  const reply = hasShared ? rows.of('replies', entryId).findLast(counts) : undefined
  return [entry, reply].reduce((time, seen) => {
    if (seen === undefined || seen.createdAt < time) return time
    return instantFromMilliseconds(millisecondsOf(seen.createdAt) + 1)
  }, now)
}
