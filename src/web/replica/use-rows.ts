import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Entry } from '../../domain/entry.ts'
import type { EntryFilter } from '../../domain/filter.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { RowOf } from '../../domain/table-schemas.ts'
import { useJournal, useJournalState, useReplica } from './journal-context.tsx'
import type { Holds } from './memory/counted-entries.ts'
import type { ListedEntry } from './memory/entry-order.ts'
import type { ReadTable, RowReader } from './memory/journal-rows.ts'
import { ListedEntries } from './memory/listed-entries.ts'
import type { LargePart } from './memory/tables.ts'
import { shownEntry } from './questions/entry-details.ts'
import { isUnder } from './questions/list.ts'
import type { ShownEntry } from './questions/shown.ts'

/**
 * An entry; undefined where there is none (any more), and while it has not been read. The component is drawn again with
 * this entry alone.
 */
export function useEntry(id: EntryId | undefined): Entry | undefined {
  return useRowsOf('entries', id, (rows, of) => rows.get('entries', of))
}

const none: readonly never[] = []

/** The rows of a table that belong to an entry, in the order of their creation; none without an entry. */
export function useEntryParts<Name extends LargePart>(
  table: Name,
  id: EntryId | undefined,
): readonly RowOf<Name>[] {
  return useRowsOf(table, id, (rows, of) => rows.of(table, of)) ?? none
}

/** The value that `read` takes of an entry; the component is drawn again with its rows of this table alone. */
function useRowsOf<Value>(
  table: ReadTable,
  id: EntryId | undefined,
  read: (rows: RowReader, id: EntryId) => Value,
): Value | undefined {
  const { shown } = useReplica().memory
  const subscribe = useCallback(
    (changed: () => void) =>
      id === undefined ? () => undefined : shown.subscribe(table, id, changed),
    [shown, table, id],
  )
  return useSyncExternalStore(subscribe, () => (id === undefined ? id : read(shown, id)))
}

/**
 * Reads all rows, for what is computed of many: another object once a row of these tables changes, so that what is
 * memoized by it is computed again.
 */
export function useRows(...tables: readonly ReadTable[]): RowReader {
  const { memory } = useReplica()
  return useSyncExternalStore(memory.subscribe, () => memory.shown.reader(tables))
}

/**
 * The entries that a question holds, newest first; the identical array until one comes, leaves or moves.
 *
 * @param holds the same function as long as the question is the same; undefined for all entries
 */
export function useEntriesWhere(holds: Holds | undefined): readonly ListedEntry[] {
  const { memory } = useReplica()
  const listed = useMemo(() => new ListedEntries(memory, holds), [memory, holds])
  return useSyncExternalStore(memory.subscribe, listed.current)
}

/**
 * The entries under a filter, newest first.
 *
 * @param now milliseconds since 1970; decides "Geplant" and "Vergangen"
 */
export function useEntriesUnder(filter: EntryFilter, now: number): readonly ListedEntry[] {
  const journal = useJournalState((state) => state.journal)
  const { me } = useJournal()
  return useEntriesWhere(
    useMemo(() => isUnder({ journal, me }, filter, now), [journal, me, filter, now]),
  )
}

/** An entry with its details; undefined where there is none. The component is drawn again when one of them changes. */
export function useShownEntry(id: EntryId): ShownEntry | undefined {
  const entry = useEntry(id)
  const reactions = useEntryParts('reactions', id)
  const profiles = useJournalState((state) => state.profiles)
  const isUnsent = useJournalState((state) => state.unsent.has(id))
  return useMemo(
    () => entry && shownEntry(entry, { profiles, reactions, isUnsent }),
    [entry, profiles, reactions, isUnsent],
  )
}
