import { useLayoutEffect } from 'react'
import { activeFilterCount, emptyFilter, type EntryFilter } from '../../domain/filter.ts'
import { EntryList, type EntryListProps } from '../features/entries/entry-list.tsx'
import { announceCleared } from '../features/filters/clear-filters.tsx'
import { NothingFound } from '../features/search/nothing-found.tsx'
import { nothingTexts } from '../features/search/search-texts.ts'
import { useFoundEntries } from '../features/search/use-found-entries.ts'
import type { OpenSearch } from '../features/search/use-search-words.ts'
import type { Shared } from '../ui/shared-value.tsx'

export interface FoundListProps extends Pick<
  EntryListProps,
  'filter' | 'now' | 'reactions' | 'below' | 'highlightId' | 'wantedDay' | 'onHighlighted'
> {
  readonly search: OpenSearch
  readonly onFilter: (next: EntryFilter) => void
  /** Where it says how many it has found, in words. */
  readonly count: Shared<string>
}

/** The results of a search. */
export function FoundList({ search, onFilter, count, ...list }: FoundListProps) {
  const { filter, now } = list
  const found = useFoundEntries(search, filter, now)
  useLayoutEffect(() => count.set(found.count), [count, found.count])
  // If a tab or filter is active, there may be matches outside it.
  const isNarrowed = filter.category !== null || activeFilterCount(filter) > 0
  const onEverywhere = isNarrowed ? () => onFilter(emptyFilter) : undefined
  return (
    <EntryList
      {...list}
      found={found}
      empty={
        found.count && <NothingFound hint={nothingTexts.entries} onEverywhere={onEverywhere} />
      }
      onClearFilters={() => onFilter(announceCleared(filter))}
    />
  )
}
