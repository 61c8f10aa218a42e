import type { Favourite, FavouriteTab } from '../../../domain/favourites.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { FavouriteCard } from './favourite-card.tsx'
import { favouritesTexts } from './texts.ts'

export interface FavouriteListProps {
  /** Undefined until the local copy has answered. */
  readonly favourites: readonly Favourite[] | undefined
  readonly tab: FavouriteTab
  readonly timeZone: string
  readonly nameOf: (person: PartnerId) => string
  readonly onRemove: (favourite: Favourite) => void
}

/** The cards of a tab, newest first, or its empty state. */
export function FavouriteList(props: FavouriteListProps) {
  const { favourites, tab, timeZone, nameOf, onRemove } = props
  if (favourites === undefined) {
    return (
      <div className="grid gap-3 pt-4">
        <span className="sr-only">{favouritesTexts.loading}</span>
        <Skeleton className="h-36 w-full" />
        <Skeleton className="h-36 w-full" />
      </div>
    )
  }
  if (favourites.length === 0) {
    return (
      <div className="grid justify-items-center gap-2 px-4 py-14 text-center">
        <span aria-hidden="true" className="text-3xl">
          💛
        </span>
        <p className="font-serif text-lg font-semibold">{favouritesTexts.empty}</p>
        <p className="max-w-sm text-ink-soft">{favouritesTexts.emptyHints[tab]}</p>
      </div>
    )
  }
  return (
    <ul className="grid gap-3 pt-4">
      {favourites.map((favourite) => (
        <li key={favourite.key}>
          <FavouriteCard
            favourite={favourite}
            timeZone={timeZone}
            nameOf={nameOf}
            onRemove={onRemove}
          />
        </li>
      ))}
    </ul>
  )
}
