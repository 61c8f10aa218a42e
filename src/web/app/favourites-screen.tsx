import { useState } from 'react'
import { useLocation } from 'wouter'
import { FavouritesPage, type QuoteSearch } from '../features/favourites/favourites-page.tsx'
import { LostNotice } from '../features/restored/lost-notice.tsx'
import { NothingFound } from '../features/search/nothing-found.tsx'
import { findQuotes } from '../features/search/quote-search.ts'
import { SearchButton } from '../features/search/search-button.tsx'
import { SearchField } from '../features/search/search-field.tsx'
import { nothingTexts, searchTexts } from '../features/search/search-texts.ts'
import { useSearchWords, useTyped, type OpenSearch } from '../features/search/use-search-words.ts'
import { TimeZoneProvider, useJournalState } from '../replica/journal-context.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { isFromHome } from './favourites-link.ts'
import { ParkedNotice } from './parked-notice.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'
import { WaitingUndos } from './waiting-undos.tsx'

/** /favoriten (docs/behaviour/favourites.md). */
export function FavouritesScreen() {
  const [, navigate] = useLocation()
  // At opening: a dialog of this page puts history entries of its own on top.
  const [cameFromHome] = useState(isFromHome)
  const search = useSearchWords()
  const typed = useTyped(search)
  const settings = useJournalState((state) => state.journal)
  if (settings === undefined) return <ShellSkeleton />
  const goBack = () => {
    // Otherwise Back would end the search only.
    search.end()
    if (cameFromHome) history.back()
    else navigate('/', { replace: true })
  }
  return (
    <TimeZoneProvider timeZone={settings.timeZone}>
      <WaitingUndos />
      <FavouritesPage
        onBack={goBack}
        connection={<ConnectionLine />}
        notice={
          <>
            <LostNotice />
            <ParkedNotice />
          </>
        }
        search={search.isOpen ? quoteSearch(search, typed) : undefined}
        searchButton={<SearchButton isOpen={search.isOpen} onOpen={search.open} />}
      />
    </TimeZoneProvider>
  )
}

/** The search among the quotes as the page draws it. */
function quoteSearch(search: OpenSearch, typed: string): QuoteSearch {
  const { hasWords, matches, marks } = findQuotes(typed)
  return {
    matches,
    marks,
    empty: hasWords ? <NothingFound hint={nothingTexts.quotes} /> : undefined,
    field: (count) => (
      <SearchField
        search={search}
        label={searchTexts.quotesLabel}
        placeholder={searchTexts.quotesPlaceholder}
        found={hasWords ? searchTexts.quotes(count) : undefined}
      />
    ),
  }
}
