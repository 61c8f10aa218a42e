import { activeFilterCount, emptyFilter, type EntryFilter } from '../../domain/filter.ts'
import { EntryList, type EntryListProps } from '../features/entries/entry-list.tsx'
import { announceCleared } from '../features/filters/clear-filters.tsx'
import { AnyDay } from '../features/search/any-day.tsx'
import { NothingFound } from '../features/search/nothing-found.tsx'
import { SearchField } from '../features/search/search-field.tsx'
import { nothingTexts, searchTexts } from '../features/search/search-texts.ts'
import { useFoundEntries } from '../features/search/use-found-entries.ts'
import type { OpenSearch } from '../features/search/use-search-words.ts'

interface EntrySearchProps extends Pick<
  EntryListProps,
  'filter' | 'now' | 'reactions' | 'below' | 'highlightId' | 'onHighlighted'
> {
  readonly search: OpenSearch
  readonly onFilter: (next: EntryFilter) => void
}

/** The search field above the list, its button for any day, and its results. */
export function EntrySearch({ search, onFilter, ...list }: EntrySearchProps) {
  const { filter, now } = list
  const found = useFoundEntries(search, filter, now)
  const showDay = (words: string) => {
    // A tab or filter must not hide the random day.
    onFilter(emptyFilter)
    search.typed.set(words)
  }
  return (
    <>
      <div className="mb-4">
        <SearchField
          search={search}
          label={searchTexts.label}
          placeholder={searchTexts.placeholder}
          found={found.count}
        >
          <AnyDay now={now} onDay={showDay} />
        </SearchField>
      </div>
      <EntryList
        {...list}
        found={found}
        empty={found.count && <NothingFoundSheet filter={filter} onFilter={onFilter} />}
        onClearFilters={() => onFilter(announceCleared(filter))}
      />
    </>
  )
}

interface NothingFoundSheetProps {
  readonly filter: EntryFilter
  readonly onFilter: (next: EntryFilter) => void
}

/** No match; if a tab or filter is active, there may be matches outside it. */
function NothingFoundSheet({ filter, onFilter }: NothingFoundSheetProps) {
  const isNarrowed = filter.category !== null || activeFilterCount(filter) > 0
  return (
    <NothingFound
      hint={nothingTexts.entries}
      onEverywhere={isNarrowed ? () => onFilter(emptyFilter) : undefined}
    />
  )
}
