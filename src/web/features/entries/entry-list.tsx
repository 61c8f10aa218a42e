import { Fragment, memo, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { activeFilterCount, type EntryFilter } from '../../../domain/filter.ts'
import type { EntryId, Instant } from '../../../domain/ids.ts'
import { isNews } from '../../../domain/news.ts'
import { firstReading } from '../../replica/first-reading.ts'
import { useConnection, useJournal, useLive } from '../../replica/journal-context.tsx'
import type { ShownEntry } from '../../replica/journal.ts'
import { Button } from '../../ui/button.tsx'
import { firstScreenComes, firstScreenDrawn } from '../../ui/first-screen.ts'
import { MarksProvider } from '../../ui/marked.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { EntryCard, type EntryCardProps } from './entry-card.tsx'
import { EntryEmpty } from './entry-empty.tsx'
import { listTexts } from './texts.ts'
import { useHighlight, type HighlightPlace } from './use-highlight.ts'
import { useAnimatedOrder } from './use-animated-order.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useListEdges } from './use-list-edges.ts'
import {
  listTop,
  useListWindow,
  type DrawnPart,
  type ListSource,
  type ListWindow,
} from './use-list-window.ts'

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
  /** What to show instead of the whole journal. */
  readonly source?: ListSource | undefined
  /** What is shown where there is nothing; the tab's own sheet unless given. */
  readonly empty?: ReactNode
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
  const window = useListWindow(filter, now, props.source)
  const { part, isCurrent, moveTo } = window
  const isRead = firstReading(journal) === undefined ? undefined : true
  const hasData = useLive(
    async () => (await journal.settings()) !== undefined,
    [journal],
    true,
    isRead,
  )
  const connection = useConnection()
  const isBeyond = isCurrent && part?.entries.length === 0 && part.place.after !== undefined
  useEffect(() => {
    if (isBeyond) moveTo(listTop)
  })
  const isDrawn = isCurrent && hasData === true
  useEffect(() => {
    if (isDrawn) firstScreenDrawn()
  }, [isDrawn])
  if (part === undefined || hasData === undefined) return <SkeletonCards />
  if (part.entries.length > 0)
    return (
      <>
        <FirstScreen />
        <Cards {...props} part={part} window={window} />
      </>
    )
  // Before the first page has come nobody knows whether there is nothing.
  const isWaiting = !hasData && connection !== 'offline'
  if (isWaiting || !isCurrent || isBeyond) return <SkeletonCards />
  if (props.empty !== undefined) return props.empty
  const isFiltered = activeFilterCount(filter) > 0
  return (
    <EntryEmpty
      category={filter.category}
      onClearFilters={isFiltered ? props.onClearFilters : undefined}
    />
  )
}

/** Stands before the cards: its effect comes before theirs, which measure. */
function FirstScreen() {
  useLayoutEffect(firstScreenComes, [])
  return null
}

interface CardsProps extends EntryListProps {
  readonly part: DrawnPart
  readonly window: ListWindow
}

function Cards(props: CardsProps) {
  const { part, window, highlightId, onHighlighted } = props
  const { start, list, end, older } = useListEdges(part, window)
  const { entries, more, place } = part
  const firstNew = useFirstNew(props)
  useAnimatedOrder(list, part)
  useKeptFocus(list, part)
  useHighlight(list, {
    wanted: highlightId,
    place: placeOf(props),
    leap: window.leap,
    onDone: () => {
      window.forgetLeap()
      onHighlighted?.()
    },
  })
  const size = more ? -1 : place.passed + entries.length
  return (
    <>
      <div ref={start} className="print:hidden" />
      <ul ref={list} aria-label={listTexts.label} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {entries.map((entry, index) => (
          <Fragment key={entry.id}>
            {entry.id === firstNew && <NewLine />}
            <li aria-posinset={place.passed + index + 1} aria-setsize={size}>
              <MarksProvider marks={marksAt(part, index)}>
                <Card {...cardProps(props, entry)} />
              </MarksProvider>
            </li>
          </Fragment>
        ))}
      </ul>
      <div ref={end} className="grid justify-center print:hidden">
        {more && (
          <Button variant="ghost" className="my-2" onClick={older}>
            {listTexts.more}
          </Button>
        )}
      </div>
    </>
  )
}

function marksAt({ marks, waiting }: DrawnPart, index: number) {
  return waiting !== undefined && index >= waiting.from ? waiting.marks : marks
}

function placeOf({ part, window, highlightId }: CardsProps): HighlightPlace {
  if (!window.isCurrent) return 'coming'
  if (part.entries.some((entry) => entry.id === highlightId)) return 'shown'
  return part.leapt === highlightId ? 'absent' : 'further'
}

/** The newest entry that is news; of a window further down, the one known from above. */
function useFirstNew({ part, newSince }: CardsProps): EntryId | undefined {
  const { me } = useJournal()
  const [known, setKnown] = useState<{ readonly scope: string; readonly id: EntryId | undefined }>()
  const scope = `${part.key} ${newSince ?? ''}`
  const isKnown = part.place.after !== undefined && known?.scope === scope && known.id !== undefined
  const id = isKnown ? known.id : part.entries.find((entry) => isNews(entry, me, newSince))?.id
  if (known?.scope !== scope || known.id !== id) setKnown({ scope, id })
  return id
}

/** An entry that a change of the journal left alone keeps its identity, so its card is not redrawn. */
const Card = memo(EntryCard)

function cardProps({ now, reactions }: CardsProps, entry: ShownEntry): EntryCardProps {
  return { entry, now, reactions }
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
