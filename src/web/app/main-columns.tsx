import { Activity, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { activeFilterCount } from '../../domain/filter.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { JournalSettings } from '../../domain/table-schemas.ts'
import { PlannedIdeas } from '../features/calendar/lazy-calendar.tsx'
import { EntryActionsProvider } from '../features/entries/entry-actions.tsx'
import { EntryList } from '../features/entries/entry-list.tsx'
import { announceCleared } from '../features/filters/clear-filters.tsx'
import { useUnseenMarker } from '../features/notifications/news-provider.tsx'
import { QuoteOfTheDay } from '../features/quotes/quote-of-the-day.tsx'
import { RepliesProvider } from '../features/replies/open-field.tsx'
import { LostNotice } from '../features/restored/lost-notice.tsx'
import type { OpenSearch } from '../features/search/use-search-words.ts'
import { Celebration } from '../features/special-days/celebration.tsx'
import { useSpecialDays } from '../features/special-days/use-special-days.ts'
import { ChunkError } from '../ui/chunk-error.tsx'
import { classNames } from '../ui/class-names.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { useHasColumns } from '../ui/media-query.ts'
import { useNow } from '../ui/use-now.ts'
import { partsBelow, reactionsOf } from './card-parts.tsx'
import { MainScreenOffer } from './install-parts.tsx'
import { EntrySearch } from './entry-search.tsx'
import { EditEntryDialog } from './lazy-forms.tsx'
import { ListCalendar, type CalendarView } from './list-calendar.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { ParkedNotice } from './parked-notice.tsx'
import { TodaysMemories } from './todays-memories.tsx'
import type { ListView } from './use-list-view.ts'
import { useStableMemories } from './use-stable-memories.ts'

const VocabularyParts = lazyPart(
  async () => (await import('./vocabulary-parts.tsx')).VocabularyParts,
  {
    soon: true,
    // As wide and as high as its two buttons.
    pending: () => <div className="h-target w-52" />,
    missing: (_, missing) => <ChunkError {...missing} />,
  },
)

interface ColumnsProps {
  readonly settings: JournalSettings
  readonly view: ListView
  readonly search: OpenSearch
  readonly listStart: RefObject<HTMLDivElement | null>
  readonly calendar: CalendarView
  readonly onNew: () => void
  /** Leads to the card of an idea, also if the list does not hold it. */
  readonly onIdea: (id: EntryId) => void
}

type PartProps = ColumnsProps & { readonly now: number }

/** One column, or from 1100 px on the left one beside the list. */
export function Columns(props: ColumnsProps) {
  const { settings, view, search, listStart, calendar, onNew } = props
  const now = useNow()
  const memories = useStableMemories(now)
  const memoryPlace = useRef<HTMLDivElement>(null)
  const isMemoryBeside = useMemoryBeside(memoryPlace)
  const { filter } = view
  const isWhole = filter.category === null && activeFilterCount(filter) === 0
  // A search in one column needs its room.
  const memory = isWhole && (isMemoryBeside || !search.isOpen) && memories !== undefined && (
    <div ref={memoryPlace} className="contents">
      <TodaysMemories
        today={memories}
        settings={settings}
        now={now}
        isBeside={isMemoryBeside}
        onShow={(id) => view.openEntry(id, undefined, search.end)}
        reactions={reactionsOf}
        below={partsBelow}
      />
    </div>
  )
  return (
    // The list keeps its place itself: a browser that moves the page too, as the controls above change, moves it twice.
    <main className="[overflow-anchor:none] mx-auto max-w-3xl px-4 pt-3 pb-28 desktop:pt-6 desktop:pb-16 columns:grid columns:max-w-page columns:grid-cols-[minmax(18rem,20rem)_minmax(44.5rem,1fr)] columns:gap-x-6 columns:px-6">
      <div className={classNames(column, 'columns:col-span-full not-empty:pb-3')}>
        <LostNotice />
        <ParkedNotice />
        <MainScreenOffer />
      </div>
      <div className={classNames(column, beside, 'pb-3')}>
        <Beside {...props} now={now} />
        {isMemoryBeside && memory}
      </div>
      <div className={classNames(column, 'content-start')}>
        <ListToolbar
          filter={filter}
          onFilter={view.setFilter}
          onNew={onNew}
          onCalendar={calendar.ask}
          search={search}
        >
          {filter.category === 'uebersetzungen' && <VocabularyParts />}
        </ListToolbar>
        {!isMemoryBeside && memory}
        {/* Everything above it is known first: no card moves away under a press. */}
        <div
          ref={listStart}
          className={classNames(
            'scroll-mt-[calc(var(--header)+var(--lost-line,0px)+1rem)]',
            memories === undefined && 'invisible',
          )}
        >
          <Entries {...props} now={now} />
        </div>
      </div>
    </main>
  )
}

/** The parts above the list, or from 1100 px on beside it, but the memory. */
function Beside(props: PartProps) {
  const { settings, calendar, view, search, now, onIdea } = props
  const hasColumns = useHasColumns()
  return (
    <>
      <Celebration days={useSpecialDays(settings)} />
      <div className={classNames('contents', search.isOpen && 'max-columns:hidden')}>
        <QuoteOfTheDay />
      </div>
      <ListCalendar
        calendar={calendar}
        view={view}
        search={search}
        specialDays={settings.specialDays}
        now={now}
      />
      {hasColumns && <PlannedIdeas now={now} onOpen={onIdea} />}
    </>
  )
}

/** Whether the memory stands beside the list. While one writes in it, it stays: in the other place its field would be another one. */
function useMemoryBeside(memory: RefObject<HTMLElement | null>): boolean {
  const hasColumns = useHasColumns()
  const [isBeside, setBeside] = useState(hasColumns)
  // After each drawing: the field may have closed since the screen turned.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    const isWriting = memory.current?.querySelector('textarea') instanceof Element
    // oxlint-disable-next-line react/set-state-in-effect
    if (isBeside !== hasColumns && !isWriting) setBeside(hasColumns)
  })
  return isBeside
}

const column = 'grid grid-cols-[minmax(0,1fr)] gap-3'

/** Beside the list it stays on the screen; what is higher than that scrolls by itself, shadows and rings included. */
const beside =
  'columns:sticky columns:top-(--header) columns:-m-3 columns:max-h-[calc(100dvh-var(--header))] columns:content-start columns:self-start columns:overflow-y-auto columns:overscroll-contain columns:p-3 columns:[scrollbar-width:thin]'

/** The list, or what a search finds in it. */
function Entries({ view, search, now }: PartProps) {
  const { newSince } = useUnseenMarker()
  const { filter, setFilter } = view
  const list = {
    filter,
    now,
    highlightId: view.highlight,
    wantedDay: view.day.wanted,
    onHighlighted: view.onHighlighted,
    reactions: reactionsOf,
    below: partsBelow,
  }
  return (
    <EntryActionsProvider EditDialog={EditEntryDialog} onRestored={view.showRestored}>
      {/* Hidden, it keeps its place for the end of the search. */}
      <Activity mode={search.isOpen ? 'hidden' : 'visible'}>
        <RepliesProvider wanted={view.reply}>
          <EntryList
            {...list}
            newSince={newSince}
            onClearFilters={() => setFilter(announceCleared(filter))}
          />
        </RepliesProvider>
      </Activity>
      {search.isOpen && (
        <RepliesProvider>
          <EntrySearch {...list} search={search} onFilter={setFilter} />
        </RepliesProvider>
      )}
    </EntryActionsProvider>
  )
}
