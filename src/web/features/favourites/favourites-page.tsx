import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { undoWindow } from '../../../domain/limits.ts'
import {
  favouriteCounts,
  favouritesIn,
  favouriteTabs,
  groupFavourites,
  type Favourite,
  type FavouriteTab,
} from '../../../domain/favourites.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import { useJournal, useJournalState } from '../../replica/journal-context.tsx'
import type { Journal } from '../../replica/journal.ts'
import { customQuotesOf, likesOf } from '../../replica/questions/quotes.ts'
import { Button } from '../../ui/button.tsx'
import { endFirstPhase } from '../../browser/start-phases.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { MarksProvider, type Marks } from '../../ui/marked.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toastWithUndo } from '../../ui/undo-toast.ts'
import { AddQuoteDialog } from './add-quote-dialog.tsx'
import { FavouriteList } from './favourite-list.tsx'
import { favouritesTexts, tabNames } from './favourites-texts.ts'
import { favouriteUndo } from './removal-texts.ts'

export interface FavouritesPageProps {
  readonly onBack: () => void
  /** The quiet line, below the header. */
  readonly connection: ReactNode
  /** Stands above the tabs. */
  readonly notice: ReactNode
  /** A search among the quotes, if one is open. */
  readonly search: QuoteSearch | undefined
  /** The header's button that opens a search. */
  readonly searchButton: ReactNode
}

/** Decides which quotes are shown, and shows how many there are. */
export interface QuoteSearch {
  readonly matches: (favourite: Pick<Favourite, 'text' | 'author'>) => boolean
  readonly marks: Marks
  /** `count` is how many quotes of the tab are shown. */
  readonly field: (count: number) => ReactNode
  /** Undefined while nothing is typed. */
  readonly empty: ReactNode
}

/** `/favoriten`: liked and personal quotes of both (docs/behaviour/favourites.md, D16). */
export function FavouritesPage(props: FavouritesPageProps) {
  const { onBack, connection, notice, search, searchButton } = props
  const { journal, favourites, partnerName, nameOf } = useFavourites()
  const [tab, setTab] = useState<FavouriteTab>('all')
  const [adding, setAdding] = useState(false)
  const counts = favouriteCounts(favourites ?? [], journal.me)
  const inTab = favourites && favouritesIn(tab, favourites, journal.me)
  const shown = search === undefined ? inTab : inTab?.filter(search.matches)

  return (
    <>
      <FavouritesHeader
        onBack={onBack}
        onAdd={() => setAdding(true)}
        connection={connection}
        searchButton={searchButton}
      />
      <main className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-4 pb-[calc(2rem+var(--safe-bottom))] desktop:pt-6">
        {notice}
        <Tabs<FavouriteTab>
          label={favouritesTexts.tabs}
          value={tab}
          onValueChange={setTab}
          tabs={favouriteTabs.map((value) => ({
            value,
            label: favouritesTexts.tab(tabNames(partnerName)[value], counts[value]),
          }))}
          listClassName="mb-4 max-desktop:gap-1 max-desktop:*:px-2 max-desktop:*:text-xs max-[30rem]:gap-0.5 max-[30rem]:*:grow max-[30rem]:*:justify-center max-[30rem]:*:px-1 max-[24rem]:*:text-[0.75rem] max-[24rem]:*:tracking-tight"
        >
          {search?.field(shown?.length ?? 0)}
          <MarksProvider marks={search?.marks}>
            <FavouriteList
              favourites={shown}
              tab={tab}
              partnerName={partnerName}
              nameOf={nameOf}
              empty={search?.empty}
              onRemove={(favourite) => removeFavourite(journal, favourite)}
            />
          </MarksProvider>
        </Tabs>
      </main>
      <AddQuoteDialog open={adding} onOpenChange={setAdding} />
    </>
  )
}

/** All cards from the local copy, kept current, and the names on them. */
function useFavourites() {
  const journal = useJournal()
  const profiles = useJournalState((state) => state.profiles)
  const likes = useJournalState((state) => state.likes)
  const customQuotes = useJournalState((state) => state.customQuotes)
  const isDrawn = useJournalState((state) => state.isRead)
  const favourites = useMemo<readonly Favourite[] | undefined>(
    () =>
      isDrawn
        ? groupFavourites(
            likesOf({ likes, profiles }),
            customQuotesOf({ customQuotes, profiles }),
            journal.me,
          )
        : undefined,
    [isDrawn, likes, customQuotes, profiles, journal.me],
  )
  useEffect(() => {
    if (isDrawn) endFirstPhase()
  }, [isDrawn])
  const partner = profiles.find((profile) => profile.id !== journal.me)
  const nameOf = (person: PartnerId): string =>
    person === journal.me
      ? favouritesTexts.you
      : (profiles.find((profile) => profile.id === person)?.name ?? favouritesTexts.unknown)
  return { journal, favourites, partnerName: partner?.name ?? favouritesTexts.partner, nameOf }
}

interface FavouritesHeaderProps {
  readonly onBack: () => void
  readonly onAdd: () => void
  readonly connection: ReactNode
  readonly searchButton: ReactNode
}

function FavouritesHeader({ onBack, onAdd, connection, searchButton }: FavouritesHeaderProps) {
  return (
    <header className="sticky top-0 z-20 cramped:static border-b border-line bg-paper pt-(--safe-top)">
      <div className="mx-auto flex min-h-18 max-w-3xl items-center gap-2 max-[24rem]:gap-1 pr-[calc(1rem+var(--safe-right))] pl-[calc(0.5rem+var(--safe-left))]">
        <IconButton icon="arrow-left" label={favouritesTexts.back} onClick={onBack} />
        <div className="min-w-0 grow">
          <h1 className="truncate font-serif text-[clamp(0.9rem,5.6vw,1.25rem)] leading-[1.5rem] font-semibold desktop:text-xl desktop:leading-[2rem]">
            {favouritesTexts.title}
          </h1>
          <p className="line-clamp-2 text-xs leading-[1rem] text-ink-soft max-[24rem]:tracking-tight desktop:text-sm">
            {favouritesTexts.subtitle}
          </p>
        </div>
        {searchButton}
        {/* On a phone only its plus sign has room; the name stays. */}
        <Button
          icon="plus"
          className="shrink-0 max-desktop:size-target max-desktop:px-0"
          onClick={onAdd}
        >
          <span className="max-desktop:sr-only">{favouritesTexts.add}</span>
        </Button>
      </div>
      {connection}
    </header>
  )
}

/** Deletes my own quote, or removes my like; the card decides which. The app reports what the server refuses later. */
function removeFavourite(journal: Journal, favourite: Favourite): void {
  const { custom, key, text, author, createdAt } = favourite
  const quote = { text, author }
  if (custom === undefined) journal.write({ action: 'unlike-quote', quote })
  else journal.write({ action: 'delete-custom-quote', quoteId: custom.id })
  const undo = () => {
    if (custom !== undefined) return journal.undoDelete(custom.id)
    journal.write({ action: 'like-quote', quote, createdAt })
    return true
  }
  const texts = favouriteUndo(custom?.id ?? key, custom === undefined ? 'like' : 'quote')
  toastWithUndo({ ...texts, duration: undoWindow, undo })
}
