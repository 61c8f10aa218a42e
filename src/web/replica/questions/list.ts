import type { Entry } from '../../../domain/entry.ts'
import { activeFilterCount, matchesFilter, type EntryFilter } from '../../../domain/filter.ts'
import { instantFromMilliseconds, millisecondsOf } from '../../../domain/ids.ts'
import { addDays, dayOf, type JournalDay } from '../../../domain/journal-day.ts'
import type { SyncedTable } from '../../../domain/journal-tables.ts'
import type { Holds } from '../memory/counted-entries.ts'
import { placeOf, type ListedEntry } from '../memory/entry-order.ts'
import type { JournalState } from '../memory/journal-state.ts'

/** An IANA name; until the journal's own is known, one that shows no wrong day for long. */
export function timeZoneOf({ journal }: Pick<JournalState, 'journal'>): string {
  return journal?.timeZone ?? 'UTC'
}

/** True while older rows than those on the device are still to come from the server. */
export function areRowsToCome(
  { progress }: Pick<JournalState, 'progress'>,
  wanted: SyncedTable,
): boolean {
  return progress.some(
    ({ table, backfillCursor }) => table === wanted && backfillCursor !== undefined,
  )
}

/** True while older entries than those on the device are still to come from the server. */
export function areEntriesToCome(state: Pick<JournalState, 'progress'>): boolean {
  return areRowsToCome(state, 'entries')
}

/** Whether each entry that this person may see is in memory; before that their number may grow. */
export function hasAllEntries(
  state: Pick<JournalState, 'isWhole' | 'journal' | 'progress'>,
): boolean {
  return state.isWhole && state.journal !== undefined && !areEntriesToCome(state)
}

/**
 * The day from which on each entry that this person may see is in memory; undefined where all are. Older ones come from the
 * server by the time of their last change, before which they were written; a device's copy is read in no order of time.
 *
 * @param now milliseconds since 1970
 */
export function loadedFrom(
  state: Pick<JournalState, 'isWhole' | 'journal' | 'progress'>,
  now: number,
): JournalDay | undefined {
  if (hasAllEntries(state)) return undefined
  const to = state.isWhole
    ? state.progress.find(({ table }) => table === 'entries')?.backfillCursor?.updatedAt
    : undefined
  return addDays(dayOf(to === undefined ? now : millisecondsOf(to), timeZoneOf(state)), 1)
}

export function isTranslation({ category }: Entry): boolean {
  return category === 'uebersetzungen'
}

/**
 * Whether an entry is under a filter; undefined where all are.
 *
 * @param now milliseconds since 1970; decides "Geplant" and "Vergangen"
 */
export function isUnder(
  state: Pick<JournalState, 'me' | 'journal'>,
  filter: EntryFilter,
  now: number,
): Holds | undefined {
  if (filter.category === null && activeFilterCount(filter) === 0) return undefined
  const context = { me: state.me, now, timeZone: timeZoneOf(state) }
  return (entry, photos) => matchesFilter({ ...entry, photos }, filter, context)
}

/**
 * An entry that was written before a time, each as likely as any other; undefined where there is none.
 *
 * @param share from 0 inclusive to 1 exclusive, which of them
 */
export function anyBefore(
  { entries }: Pick<JournalState, 'entries'>,
  before: number,
  share: number,
): ListedEntry | undefined {
  const { list } = entries
  const createdAt = instantFromMilliseconds(before)
  const first = placeOf(list, { createdAt, id: '' })
  return list[first + Math.floor(share * (list.length - first))]
}
