import { activeFilterCount, emptyFilter, type EntryFilter } from '../../domain/filter.ts'
import { AnyDay } from '../features/search/any-day.tsx'
import { NothingFound } from '../features/search/nothing-found.tsx'
import { SearchField } from '../features/search/search-field.tsx'
import { nothingTexts, searchTexts } from '../features/search/texts.ts'
import type { OpenSearch } from '../features/search/use-search-words.ts'

interface EntrySearchFieldProps {
  readonly search: OpenSearch
  readonly found: string | undefined
  readonly now: number
  /** A day that was drawn must not be hidden by a tab or filter. */
  readonly onDay: () => void
}

/** The field above the list, with the way to any day. */
export function EntrySearchField({ search, found, now, onDay }: EntrySearchFieldProps) {
  const show = (words: string) => {
    onDay()
    search.setWords(words)
  }
  return (
    <SearchField
      search={search}
      label={searchTexts.label}
      placeholder={searchTexts.placeholder}
      found={found}
    >
      <AnyDay now={now} onDay={show} />
    </SearchField>
  )
}

interface NothingFoundSheetProps {
  readonly filter: EntryFilter
  readonly onFilter: (next: EntryFilter) => void
}

/** Nothing of the journal matches; where a tab or filter is at work, there may be more elsewhere. */
export function NothingFoundSheet({ filter, onFilter }: NothingFoundSheetProps) {
  const isNarrowed = filter.category !== null || activeFilterCount(filter) > 0
  return (
    <NothingFound
      hint={nothingTexts.entries}
      onEverywhere={isNarrowed ? () => onFilter(emptyFilter) : undefined}
    />
  )
}
