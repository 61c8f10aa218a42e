import type { Category } from './category.ts'
import type { Entry } from './entry.ts'
import type { PartnerId } from './ids.ts'
import { isOver } from './schedule.ts'

/** The filter of the list (docs/behaviour/main-screen.md "Filters"). `category` null is "Alle". */
export interface EntryFilter {
  readonly category: Category | null
  readonly completion: 'all' | 'open' | 'completed'
  readonly creator: 'all' | 'mine' | 'partner'
  readonly ideasTime: 'all' | 'upcoming' | 'past' | 'no-date'
}

/** Shows everything. */
export const emptyFilter: EntryFilter = {
  category: null,
  completion: 'all',
  creator: 'all',
  ideasTime: 'all',
}

/** For whom and when a filter is applied. */
export interface FilterContext {
  readonly me: PartnerId
  /** Milliseconds since 1970. */
  readonly now: number
  readonly timeZone: string
}

type Filtered = Pick<Entry, 'userId' | 'category' | 'completed' | 'scheduledDate'>

/** True when the entry belongs on the screen under this filter (D14). */
export function matchesFilter(
  entry: Filtered,
  filter: EntryFilter,
  context: FilterContext,
): boolean {
  return (
    (filter.category === null || entry.category === filter.category) &&
    matchesCompletion(entry, filter.completion) &&
    matchesCreator(entry, filter.creator, context.me) &&
    (!hasTimeFilter(filter.category) || matchesTime(entry, filter.ideasTime, context))
  )
}

/** True on the tabs that offer the time filter: Ideen and Alle (D14). */
export function hasTimeFilter(category: Category | null): boolean {
  return category === null || category === 'ideen'
}

function matchesCompletion(entry: Filtered, completion: EntryFilter['completion']): boolean {
  return completion === 'all' || entry.completed === (completion === 'completed')
}

function matchesCreator(entry: Filtered, creator: EntryFilter['creator'], me: PartnerId): boolean {
  return creator === 'all' || (entry.userId === me) === (creator === 'mine')
}

function matchesTime(
  entry: Filtered,
  ideasTime: EntryFilter['ideasTime'],
  { now, timeZone }: FilterContext,
): boolean {
  if (ideasTime === 'all') return true
  if (entry.category !== 'ideen') return false
  if (entry.scheduledDate === null) return ideasTime === 'no-date'
  if (ideasTime === 'no-date') return false
  return isOver(entry.scheduledDate, now, timeZone) === (ideasTime === 'past')
}

/** The number on the filter button; the tab is no filter, and D14 says when the time counts. */
export function activeFilterCount(filter: EntryFilter): number {
  const time = hasTimeFilter(filter.category) && filter.ideasTime !== 'all'
  return [filter.completion !== 'all', filter.creator !== 'all', time].filter(Boolean).length
}

/** The filter after "Filter zurücksetzen": the tab stays. */
export function clearedFilter(filter: EntryFilter): EntryFilter {
  return { ...emptyFilter, category: filter.category }
}

/** The least change of a filter that brings an entry on the screen. */
export function filterShowing(
  entry: Filtered,
  filter: EntryFilter,
  context: FilterContext,
): EntryFilter {
  if (matchesFilter(entry, filter, context)) return filter
  const category = filter.category === null ? null : entry.category
  const moved = { ...filter, category }
  return matchesFilter(entry, moved, context) ? moved : clearedFilter(moved)
}
