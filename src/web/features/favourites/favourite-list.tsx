import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import type { Favourite, FavouriteTab } from '../../../domain/favourites.ts'
import type { PartnerId } from '../../../domain/ids.ts'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { FavouriteCard } from './favourite-card.tsx'
import { favouritesTexts } from './favourites-texts.ts'

export interface FavouriteListProps {
  /** Undefined until the local copy has answered. */
  readonly favourites: readonly Favourite[] | undefined
  readonly tab: FavouriteTab
  readonly partnerName: string
  readonly nameOf: (person: PartnerId) => string
  /** The empty state; the tab's own hint by default. */
  readonly empty: ReactNode
  readonly onRemove: (favourite: Favourite) => void
}

/** The cards of a tab, newest first, or its empty state. */
export function FavouriteList(props: FavouriteListProps) {
  const { favourites, tab, nameOf, onRemove } = props
  const area = useRef<HTMLDivElement>(null)
  const followFocus = useFocusAfterRemoval(area)
  if (favourites === undefined) return <SkeletonCards />
  return (
    <div ref={area}>
      {favourites.length === 0 ? (
        (props.empty ?? <EmptyTab hint={favouritesTexts.emptyHints[tab](props.partnerName)} />)
      ) : (
        <ul className="grid gap-3">
          {favourites.map((favourite, index) => (
            <li key={favourite.key}>
              <FavouriteCard
                favourite={favourite}
                nameOf={nameOf}
                onRemove={() => {
                  followFocus(index)
                  onRemove(favourite)
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function EmptyTab({ hint }: { readonly hint: string }) {
  return (
    <div
      tabIndex={-1}
      data-favourite=""
      className="grid justify-items-center gap-2 rounded-lg px-4 py-14 text-center outline-none"
    >
      <span aria-hidden="true" className="text-3xl">
        {favouritesTexts.emptyEmoji}
      </span>
      <p className="mt-2 font-serif text-lg font-semibold text-balance">{favouritesTexts.empty}</p>
      <p className="max-w-sm text-balance text-ink-soft">{hint}</p>
    </div>
  )
}

/**
 * When the pressed delete button leaves the page, the focus goes to the card in its place, or to
 * the empty state, instead of the page's start. Call the returned function with the card's place in
 * the list.
 */
function useFocusAfterRemoval(area: RefObject<HTMLElement | null>): (index: number) => void {
  const removedAt = useRef<number>(undefined)
  // After every render: it is not known beforehand which one removes the button.
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (removedAt.current === undefined) return
    if (focused !== null && focused !== document.body) return
    const places = area.current?.querySelectorAll<HTMLElement>('[data-favourite]')
    places?.item(Math.min(removedAt.current, places.length - 1))?.focus({ preventScroll: true })
    removedAt.current = undefined
  })
  return (index) => {
    removedAt.current = index
  }
}
