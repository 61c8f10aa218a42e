import { Fragment, memo, useRef } from 'react'
import { activeFilterCount, type EntryFilter } from '../../../domain/filter.ts'
import type { EntryId, Instant } from '../../../domain/ids.ts'
import { isNews } from '../../../domain/news.ts'
import { useConnection, useJournal, useLive } from '../../replica/journal-context.tsx'
import type { EntryPage, ShownEntry } from '../../replica/journal.ts'
import { NearEnd } from '../../ui/near-end.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { EntryCard, type EntryCardProps } from './entry-card.tsx'
import { EntryEmpty } from './entry-empty.tsx'
import { listTexts } from './texts.ts'
import { useGrowingLimit, type GrowingLimit } from './use-growing-limit.ts'
import { useHighlight, type HighlightPlace } from './use-highlight.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useAnimatedOrder } from './use-animated-order.ts'

export interface EntryListProps {
  readonly filter: EntryFilter
  /** Milliseconds since 1970; the app moves it on. */
  readonly now: number
  readonly reactions: EntryCardProps['reactions']
  /** "Filter zurücksetzen" in the empty state. */
  readonly onClearFilters: () => void
  /** The last look (D7): the first entry of the partner after it stands under the line "Neu". */
  readonly newSince?: Instant | undefined
  /** The entry to bring on the screen, such as one chosen in the bell's list. */
  readonly highlightId?: EntryId | undefined
  /** Called once it is on the screen, or when this filter does not hold it. */
  readonly onHighlighted?: (() => void) | undefined
}

/**
 * The main screen's list, newest first, with its loading and empty states. It stands inside an
 * `EntryActionsProvider`.
 */
export function EntryList(props: EntryListProps) {
  const { filter, now } = props
  const journal = useJournal()
  const key = JSON.stringify(filter)
  const growing = useGrowingLimit(key)
  const { limit } = growing
  const page = useLive(
    async () => ({ key, ...(await journal.entries({ filter, now, limit })) }),
    [journal, key, now, limit],
  )
  const status = useLive(async () => journal.status(), [journal])
  const connection = useConnection()
  if (page === undefined || status === undefined) return <SkeletonCards />
  const isCurrent = page.key === key
  if (page.entries.length > 0)
    return <Cards {...props} page={page} isCurrent={isCurrent} growing={growing} />
  // Before the first page has come nobody knows whether there is nothing.
  const isWaiting = !status.hasData && connection !== 'offline'
  if (isWaiting || !isCurrent) return <SkeletonCards />
  const isFiltered = activeFilterCount(filter) > 0
  return (
    <EntryEmpty
      category={filter.category}
      onClearFilters={isFiltered ? props.onClearFilters : undefined}
    />
  )
}

interface CardsProps extends EntryListProps {
  readonly page: EntryPage & { readonly key: string }
  /** False while the page still answers another filter. */
  readonly isCurrent: boolean
  readonly growing: GrowingLimit
}

function Cards(props: CardsProps) {
  const { page, growing, highlightId, onHighlighted, newSince } = props
  const { me } = useJournal()
  const list = useRef<HTMLUListElement>(null)
  const { entries } = page
  const firstNew = entries.find((entry) => isNews(entry, me, newSince))?.id
  useAnimatedOrder(list, entries, page.key)
  useKeptFocus(list, entries)
  useHighlight(list, {
    wanted: highlightId,
    place: placeOf(props),
    drawn: entries.length,
    leap: growing.leap,
    onDone: () => onHighlighted?.(),
  })
  return (
    <>
      <ul ref={list} aria-label={listTexts.label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {entries.map((entry) => (
          <Fragment key={entry.id}>
            {entry.id === firstNew && <NewLine />}
            <Item {...props} entry={entry} />
          </Fragment>
        ))}
      </ul>
      {page.more && <NearEnd key={growing.limit} label={listTexts.more} onNear={growing.grow} />}
    </>
  )
}

function placeOf({ page, isCurrent, highlightId }: CardsProps): HighlightPlace {
  if (!isCurrent) return 'coming'
  if (page.entries.some((entry) => entry.id === highlightId)) return 'shown'
  return page.more ? 'further' : 'absent'
}

/** An entry that a change of the journal left alone keeps its identity, so its card is not redrawn. */
const Card = memo(EntryCard)

interface ItemProps extends EntryListProps {
  readonly entry: ShownEntry
}

function Item({ entry, now, reactions }: ItemProps) {
  return (
    <li>
      <Card entry={entry} now={now} reactions={reactions} />
    </li>
  )
}

/** A thin line above what I have not seen (D7). */
function NewLine() {
  return (
    <li className="flex items-center gap-3 text-sm font-bold text-accent-ink">
      <span aria-hidden="true" className="h-px grow bg-accent" />
      <span>{listTexts.fresh}</span>
      <span aria-hidden="true" className="h-px grow bg-accent" />
    </li>
  )
}
