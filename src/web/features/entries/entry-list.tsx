import { memo, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { activeFilterCount, type EntryFilter } from '../../../domain/filter.ts'
import type { EntryId, Instant } from '../../../domain/ids.ts'
import type { JournalDay } from '../../../domain/journal-day.ts'
import { endFirstPhase } from '../../browser/start-phases.ts'
import {
  useConnection,
  useJournal,
  useJournalState,
  useTimeZone,
} from '../../replica/journal-context.tsx'
import { useEntriesUnder, useShownEntry } from '../../replica/use-rows.ts'
import type { ListedEntry } from '../../replica/memory/entry-order.ts'
import { hasAllEntries, loadedFrom } from '../../replica/questions/list.ts'
import { newRows } from '../../replica/questions/news.ts'
import { MarksProvider, type Marks } from '../../ui/marked.tsx'
import { usePrefersReducedMotion } from '../../ui/media-query.ts'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { CardLead, useDayHeadings } from './card-lead.tsx'
import { EntryCard, type EntryCardProps } from './entry-card.tsx'
import { EntryEmpty } from './entry-empty.tsx'
import { listTexts } from './entries-texts.ts'
import { firstOfDay } from './list-days.ts'
import type { WantedPlace } from './list-view.ts'
import { useFocusRestore } from './use-focus-restore.ts'
import { useListWindow } from './use-list-window.ts'

/** The results of a search in place of the journal. */
export interface FoundEntries {
  readonly entries: readonly ListedEntry[]
  /** The words that were searched for. */
  readonly words: string
  /** The ranges to mark in the entries. */
  readonly marks: Marks
}

export interface EntryListProps {
  readonly filter: EntryFilter
  /** Milliseconds since 1970; the app moves it on. */
  readonly now: number
  readonly reactions: EntryCardProps['reactions']
  readonly below: EntryCardProps['below']
  /** "Filter zurücksetzen" in the empty state. */
  readonly onClearFilters: () => void
  /** The last look (D7): the first entry of the partner after it stands under the line "Neu". */
  readonly newSince?: Instant | undefined
  /** The entry to bring on the screen, such as one chosen in the bell's list; or the list's start, which the page shows. */
  readonly highlightId?: EntryId | 'start' | undefined
  /** The day whose heading to bring on the screen, such as one chosen in the calendar. */
  readonly wantedDay?: JournalDay | undefined
  /** The entries to show instead of the whole journal. */
  readonly found?: FoundEntries | undefined
  /** The sheet of an empty list; the tab's own sheet unless given. */
  readonly empty?: ReactNode
  /** Called once it is on the screen, or when this filter does not hold it. */
  readonly onHighlighted?: (() => void) | undefined
}

/**
 * The main screen's list, newest first, with its loading and empty states. It stands inside an
 * `EntryActionsProvider`.
 */
export function EntryList(props: EntryListProps) {
  const { filter, now, found } = props
  const listed = useEntriesUnder(filter, now)
  const entries = found?.entries ?? listed
  const hasData = useJournalState(({ journal }) => journal !== undefined)
  const isWhole = useJournalState((state) => state.isWhole)
  const connection = useConnection()
  // Also where nothing of the first read is shown here: the cards are among what is read next.
  useEffect(() => {
    if (hasData) endFirstPhase()
  }, [hasData])
  if (entries.length > 0)
    return (
      <MarksProvider marks={found?.marks}>
        <Cards {...props} entries={entries} />
      </MarksProvider>
    )
  // Before the first page has come, and until all is read, it is unknown whether there is nothing.
  if (!isWhole || (!hasData && connection !== 'offline')) return <SkeletonCards />
  if (props.empty !== undefined) return props.empty
  const isFiltered = activeFilterCount(filter) > 0
  return (
    <EntryEmpty
      category={filter.category}
      onClearFilters={isFiltered ? props.onClearFilters : undefined}
    />
  )
}

interface CardsProps extends EntryListProps {
  readonly entries: readonly ListedEntry[]
}

function Cards(props: CardsProps) {
  const { entries, filter, found, now, reactions, below: partsBelow, newSince } = props
  const headingOf = useDayHeadings(entries, now)
  const list = useRef<HTMLUListElement>(null)
  const { me } = useJournal()
  const isCalm = usePrefersReducedMotion()
  const isWhole = useJournalState((state) => state.isWhole)
  const isComplete = useJournalState(hasAllEntries)
  const { cards, above, below } = useListWindow(list, JSON.stringify([filter, found?.words]), {
    entries,
    isWhole,
    wanted: useWanted(props),
    onShown: () => props.onHighlighted?.(),
    me,
    isCalm,
  })
  useFocusRestore(list, entries)
  const recent = useJournalState((state) => state.entries.recent)
  const firstNew = useMemo(() => {
    const fresh = new Set(newRows(recent, { me, readMarker: newSince }).map(({ id }) => id))
    return fresh.size === 0 ? undefined : entries.find(({ id }) => fresh.has(id))?.id
  }, [entries, recent, me, newSince])
  return (
    <ul
      ref={list}
      aria-label={listTexts.label}
      className="relative print:py-0!"
      style={{ paddingTop: above, paddingBottom: below }}
    >
      {cards.map(({ entry, index, top }) => (
        <li
          key={entry.id}
          aria-posinset={index + 1}
          aria-setsize={isComplete ? entries.length : -1}
          className={top === undefined ? 'pb-3' : 'absolute inset-x-0 pb-3 print:static'}
          style={{ top }}
        >
          <CardLead {...headingOf(index)} isNew={entry.id === firstNew} />
          <Card id={entry.id} now={now} reactions={reactions} below={partsBelow} />
        </li>
      ))}
    </ul>
  )
}

/** The entry to lead to; of two wishes the entry's own. */
function useWanted(props: CardsProps): WantedPlace | undefined {
  const { entries, highlightId, wantedDay: day, found, now } = props
  const timeZone = useTimeZone()
  // Others may still come under the heading of an earlier day.
  const from = useJournalState((state) => loadedFrom(state, now))
  if (highlightId === 'start') return { as: 'start' }
  if (highlightId !== undefined) return { id: highlightId, as: 'card' }
  if (day === undefined || (from !== undefined && day < from)) return undefined
  const id = firstOfDay(entries, day, { now, timeZone })
  const isHit = found !== undefined && found.words !== ''
  return id && { id, as: isHit ? 'hit' : 'day' }
}

interface CardProps extends Omit<EntryCardProps, 'entry'> {
  readonly id: EntryId
}

/** Reads its own row: a change of it draws this card alone. Without a row there is nothing to draw. */
const Card = memo(({ id, ...others }: CardProps) => {
  const entry = useShownEntry(id)
  return entry === undefined ? null : <EntryCard entry={entry} {...others} />
})
