import type { Entry } from '../../../domain/entry.ts'
import { activeFilterCount, matchesFilter, type EntryFilter } from '../../../domain/filter.ts'
import type { SyncedTable } from '../../../domain/journal-tables.ts'
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
): ((entry: Entry) => boolean) | undefined {
  if (filter.category === null && activeFilterCount(filter) === 0) return undefined
  const context = { me: state.me, now, timeZone: timeZoneOf(state) }
  return (entry) => matchesFilter(entry, filter, context)
}
