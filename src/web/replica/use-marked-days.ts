import { useMemo, useSyncExternalStore } from 'react'
import {
  nextPlanned,
  plannedDateOf,
  type MarkedMonths,
  type Marks,
  type PlannedIdea,
} from '../../domain/calendar-day.ts'
import type { Entry } from '../../domain/entry.ts'
import { activeFilterCount, type EntryFilter } from '../../domain/filter.ts'
import { useJournal, useJournalState, useReplica, useTimeZone } from './journal-context.tsx'
import type { ListedEntry } from './memory/entry-order.ts'
import { MarkedDays, marksOf } from './memory/marked-days.ts'
import { isUnder } from './questions/list.ts'

/**
 * The marks of the entries under a filter; the identical object until one is another.
 *
 * @param now milliseconds since 1970; decides "Geplant" and "Vergangen"
 */
export function useMarksUnder(filter: EntryFilter, now: number): Marks {
  const journal = useJournalState((state) => state.journal)
  const { me } = useJournal()
  // The tab alone takes a part of all marks: another one has nothing counted.
  const isTabAlone = activeFilterCount(filter) === 0
  const tab = isTabAlone ? filter.category : null
  // Only this filter asks for the time: others need not count all entries each minute.
  const moment = isTabAlone || filter.ideasTime === 'all' ? 0 : now
  const asked = isTabAlone ? undefined : filter
  const holds = useMemo(
    () => asked && isUnder({ journal, me }, asked, moment),
    [journal, me, asked, moment],
  )
  const months = useMarksWhere(holds)
  return useMemo(() => ({ months, tab }), [months, tab])
}

function useMarksWhere(holds: ((entry: Entry) => boolean) | undefined): MarkedMonths {
  const { memory } = useReplica()
  const timeZone = useTimeZone()
  const marked = useMemo(() => new MarkedDays(memory, holds, timeZone), [memory, holds, timeZone])
  return useSyncExternalStore(memory.subscribe, marked.current)
}

/** The marks of some entries, as those that a search found; undefined without such. */
export function useMarksOf(entries: readonly ListedEntry[] | undefined): Marks | undefined {
  const { memory } = useReplica()
  const timeZone = useTimeZone()
  const rows = useSyncExternalStore(
    memory.subscribe,
    () => entries && memory.shown.reader(['entries']),
  )
  return useMemo(
    () => entries && rows && { months: marksOf(entries, rows, timeZone), tab: null },
    [entries, rows, timeZone],
  )
}

const isPlanned = (entry: Entry) => plannedDateOf(entry) !== null

/**
 * The next planned ideas, the earliest first, under any tab and filter.
 *
 * @param now milliseconds since 1970
 * @param most how many
 */
export function usePlannedIdeas(now: number, most: number): readonly PlannedIdea[] {
  const timeZone = useTimeZone()
  const marks = useMarksWhere(isPlanned)
  return useMemo(() => nextPlanned(marks, { now, timeZone, most }), [marks, now, timeZone, most])
}
