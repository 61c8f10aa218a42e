import { useState } from 'react'
import {
  favouriteCounts,
  favouritesIn,
  favouriteTabs,
  groupFavourites,
  type Favourite,
  type FavouriteTab,
} from '../../../domain/favourites.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import { useJournal, useLive } from '../../replica/journal-context.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AddQuoteDialog } from './add-quote-dialog.tsx'
import { FavouriteList } from './favourite-list.tsx'
import { removeFavourite } from './remove-favourite.ts'
import { favouritesTexts, tabNames } from './texts.ts'

export interface FavouritesPageProps {
  readonly timeZone: string
  readonly onBack: () => void
}

/** `/favoriten`: liked and personal quotes of both (product-spec section 2, D16). */
export function FavouritesPage({ timeZone, onBack }: FavouritesPageProps) {
  const journal = useJournal()
  const favourites = useLive(
    async () => groupFavourites(await journal.likes(), await journal.customQuotes(), journal.me),
    [journal],
  )
  const profiles = useLive(() => journal.profiles(), [journal]) ?? []
  const [tab, setTab] = useState<FavouriteTab>('all')
  const [adding, setAdding] = useState(false)
  const partnerName = profiles.find((profile) => profile.id !== journal.me)?.name
  const nameOf = (person: PartnerId): string =>
    person === journal.me
      ? favouritesTexts.you
      : (profiles.find((profile) => profile.id === person)?.name ?? favouritesTexts.unknown)
  const counts = favouriteCounts(favourites ?? [], journal.me)

  return (
    <main className="mx-auto grid w-full max-w-3xl gap-5 px-4 pt-[calc(1rem+env(safe-area-inset-top))] pb-[calc(2rem+env(safe-area-inset-bottom))]">
      <header className="flex items-start gap-2">
        <IconButton icon="arrow-left" label={favouritesTexts.back} onClick={onBack} />
        <div className="min-w-0 flex-1">
          <h1 className="font-serif text-xl font-semibold">{favouritesTexts.title}</h1>
          <p className="text-ink-soft">{favouritesTexts.subtitle}</p>
        </div>
        <Button icon="plus" onClick={() => setAdding(true)}>
          {favouritesTexts.add}
        </Button>
      </header>
      <Tabs<FavouriteTab>
        label={favouritesTexts.tabs}
        value={tab}
        onValueChange={setTab}
        tabs={favouriteTabs.map((value) => ({
          value,
          label: favouritesTexts.tab(tabName(value, partnerName), counts[value]),
        }))}
      >
        <FavouriteList
          favourites={
            favourites === undefined ? undefined : favouritesIn(tab, favourites, journal.me)
          }
          tab={tab}
          timeZone={timeZone}
          nameOf={nameOf}
          onRemove={(favourite: Favourite) => void removeFavourite(journal, favourite)}
        />
      </Tabs>
      <AddQuoteDialog open={adding} onOpenChange={setAdding} />
    </main>
  )
}

/** The third tab bears the partner's name (product-spec section 2). */
function tabName(tab: FavouriteTab, partnerName: string | undefined): string {
  return tab === 'partner' ? (partnerName ?? favouritesTexts.partner) : tabNames[tab]
}
