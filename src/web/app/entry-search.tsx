import { useState, useSyncExternalStore } from 'react'
import { emptyFilter } from '../../domain/filter.ts'
import { AnyDay } from '../features/search/any-day.tsx'
import { SearchField } from '../features/search/search-field.tsx'
import { searchTexts } from '../features/search/search-texts.ts'
import { ChunkError } from '../ui/chunk-error.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Shared } from '../ui/shared-value.tsx'
import type { FoundListProps } from './found-list.tsx'

/** The field is there at once, for what is typed next; what finds the entries is loaded soon after the first card. */
const FoundList = lazyPart(async () => (await import('./found-list.tsx')).FoundList, {
  soon: true,
  missing: (_, missing) => <ChunkError {...missing} />,
})

/** The search field above the list, its button for any day, and its results. */
export function EntrySearch(props: Omit<FoundListProps, 'count'>) {
  const { search, onFilter, now } = props
  const [count] = useState(() => new Shared<string>(undefined))
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
          found={<Count of={count} />}
        >
          <AnyDay now={now} onDay={showDay} />
        </SearchField>
      </div>
      <FoundList {...props} count={count} />
    </>
  )
}

/** How many were found, in words. Another number draws this alone. */
function Count({ of }: { readonly of: Shared<string> }) {
  return useSyncExternalStore(of.subscribe, of.current)
}
