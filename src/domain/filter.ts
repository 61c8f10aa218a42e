import type { Category } from './category.ts'
import type { Entry } from './entry.ts'
import type { PartnerId } from './ids.ts'
import { isOver } from './schedule.ts'

/** For whom and when a filter is applied. */
export interface FilterContext {
  readonly me: PartnerId
  /** Milliseconds since 1970. */
  readonly now: number
  readonly timeZone: string
}

interface Filtered extends Entry {
  /** How many photos it has. */
  readonly photos: number
}

interface Filter<Value extends string> {
  /** Its key in the address. */
  readonly key: string
  /** Its values besides "all", each with its word in the address: German, because a person reads and shares it. */
  readonly words: Readonly<Record<Value, string>>
  /** True on the tabs that offer it; null is "Alle". On others it neither applies nor counts (D14). */
  isOn(tab: Category | null): boolean
  matches(entry: Filtered, value: Value, context: FilterContext): boolean
}

function filterOf<Value extends string>(filter: Filter<Value>): Filter<Value> {
  return filter
}

const everyTab = () => true

/**
 * The filters of the list (docs/behaviour/main-screen.md "Filters"), in the order of the panel and of the address. Address,
 * panel, count and reset follow from it; the words of the panel stand in `filters-texts.ts`.
 */
const filters = {
  completion: filterOf({
    key: 'status',
    words: { open: 'offen', completed: 'erledigt' },
    isOn: everyTab,
    matches: ({ completed }, value) => completed === (value === 'completed'),
  }),
  creator: filterOf({
    key: 'von',
    words: { mine: 'meine', partner: 'partner' },
    isOn: everyTab,
    matches: ({ userId }, value, { me }) => (userId === me) === (value === 'mine'),
  }),
  ideasTime: filterOf({
    key: 'zeit',
    words: { upcoming: 'geplant', past: 'vergangen', 'no-date': 'ohne-datum' },
    isOn: (tab) => tab === null || tab === 'ideen',
    matches({ category, scheduledDate }, value, { now, timeZone }) {
      if (category !== 'ideen') return false
      if (scheduledDate === null || value === 'no-date')
        return scheduledDate === null && value === 'no-date'
      return isOver(scheduledDate, now, timeZone) === (value === 'past')
    },
  }),
  photos: filterOf({
    key: 'fotos',
    words: { with: 'mit' },
    isOn: everyTab,
    matches: ({ photos }) => photos > 0,
  }),
} as const

type Filters = typeof filters
export type FilterName = keyof Filters
type Values = { readonly [Name in FilterName]: 'all' | keyof Filters[Name]['words'] }

/** The filter of the list; `category` null is "Alle". */
export interface EntryFilter extends Values {
  readonly category: Category | null
}

/** Each filter with its name. */
export const namedFilters = Object.entries(filters) as readonly (readonly [
  FilterName,
  Filter<string>,
])[]

/** Shows everything. */
export const emptyFilter: EntryFilter = {
  category: null,
  ...(Object.fromEntries(namedFilters.map(([name]) => [name, 'all'])) as {
    readonly [Name in FilterName]: 'all'
  }),
}

/** The filters that a tab offers. */
export function filtersOn(tab: Category | null): readonly FilterName[] {
  return namedFilters.filter(([, one]) => one.isOn(tab)).map(([name]) => name)
}

function isActive(filter: EntryFilter, name: FilterName): boolean {
  return filter[name] !== 'all' && filters[name].isOn(filter.category)
}

/** True when the entry belongs on the screen under this filter (D14). */
export function matchesFilter(
  entry: Filtered,
  filter: EntryFilter,
  context: FilterContext,
): boolean {
  if (filter.category !== null && entry.category !== filter.category) return false
  return namedFilters.every(
    ([name, one]) => !isActive(filter, name) || one.matches(entry, filter[name], context),
  )
}

/** The number on the filter button; the tab is no filter. */
export function activeFilterCount(filter: EntryFilter): number {
  return namedFilters.filter(([name]) => isActive(filter, name)).length
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
