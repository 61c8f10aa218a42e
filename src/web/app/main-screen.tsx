import { Activity, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { JournalSettings } from '../../domain/table-schemas.ts'
import type { SignedInPerson } from '../backend/sign-in.ts'
import { EntryActionsProvider } from '../features/entries/entry-actions.tsx'
import { EntryList } from '../features/entries/entry-list.tsx'
import { CreateEntryDialog } from '../features/entries/lazy-forms.tsx'
import { BottomBar } from '../features/filters/bottom-bar.tsx'
import { announceCleared } from '../features/filters/clear-filters.tsx'
import { Bell } from '../features/notifications/bell.tsx'
import { useUnseenMarker } from '../features/notifications/news-provider.tsx'
import { NudgeLine, nudgeLineTitle, useNudgeFoot } from '../features/nudges/nudge-line.tsx'
import { QuoteOfTheDay } from '../features/quotes/quote-of-the-day.tsx'
import { useTitleTaps } from '../features/quotes/use-title-taps.ts'
import { RepliesProvider } from '../features/replies/open-field.tsx'
import { LostLine, LostNotice } from '../features/restored/lost-notice.tsx'
import { useSearchWords, type OpenSearch } from '../features/search/use-search-words.ts'
import { useSignInSetup } from '../features/sign-in/sign-in-context.tsx'
import { takeVersionNews } from '../features/sign-in/remembered-person.ts'
import { RemoveFromDeviceButton } from '../features/sign-in/sign-out-button.tsx'
import { Celebration } from '../features/special-days/celebration.tsx'
import { specialGreeting } from '../features/special-days/greeting.ts'
import { useHeartTaps } from '../features/special-days/use-heart-taps.ts'
import { useSpecialDays } from '../features/special-days/use-special-days.ts'
import { StoryActionsProvider } from '../features/stories/story-actions.tsx'
import { useJournalState } from '../replica/journal-context.tsx'
import { activeFilterCount } from '../../domain/filter.ts'
import { classNames } from '../ui/class-names.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ChunkError, ChunkErrorDialog } from '../ui/chunk-error.tsx'
import { useHasColumns } from '../ui/media-query.ts'
import { useNow } from '../ui/use-now.ts'
import { AppHeader } from './app-header.tsx'
import { EntrySearch } from './entry-search.tsx'
import { installStepsOf, MainScreenOffer } from './install-parts.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { noteOwnEntry } from './own-entries.ts'
import { ParkedNotice } from './parked-notice.tsx'
import { partsBelow, reactionsOf } from './card-parts.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { appTexts } from './app-texts.ts'
import { TodaysMemories } from './todays-memories.tsx'
import { VocabularyParts } from './vocabulary-parts.tsx'
import { WaitingUndos } from './waiting-undos.tsx'
import { useInstallOffer } from './use-install-offer.ts'
import { useNewEntryForm } from './use-new-entry.ts'
import { useLinkedEntry } from './use-linked-entry.ts'
import { useListView, type ListView } from './use-list-view.ts'
import { useStableMemories } from './use-stable-memories.ts'

const DeviceDialog = lazyPart(
  async () => (await import('../features/device/device-dialog.tsx')).DeviceDialog,
  {
    isNeeded: ({ open }) => open,
    missing: (props, missing) => (
      <ChunkErrorDialog {...props} {...missing} title={appTexts.device} />
    ),
  },
)

const NudgeSection = lazyPart(
  async () => (await import('../features/nudges/nudge-section.tsx')).NudgeSection,
  { soon: true, missing: (_, missing) => <ChunkError {...missing} /> },
)

export interface MainScreenProps {
  readonly title: string
  readonly person: SignedInPerson
  readonly settings: JournalSettings
}

/** The main screen at /: where the features meet (docs/behaviour/main-screen.md). */
export function MainScreen(props: MainScreenProps) {
  const listStart = useRef<HTMLDivElement>(null)
  const view = useListView(listStart)
  const { filter, setFilter } = view
  const search = useSearchWords()
  const newEntry = useNewEntryForm()
  const create = () => newEntry.setOpen(true)
  const openEntry: ListView['openEntry'] = (id, reply) => view.openEntry(id, reply, search.end)
  useLinkedEntry(openEntry)
  return (
    <StoryActionsProvider actions={{ open: openEntry, tell: newEntry.tell }}>
      <MainHeader {...props} onOpenEntry={openEntry} />
      <Columns
        settings={props.settings}
        view={view}
        search={search}
        listStart={listStart}
        onNew={create}
      />
      <BottomBar filter={filter} onChange={setFilter} onNew={create} />
      <NewEntry form={newEntry} view={view} search={search} />
      <WaitingUndos
        onRestored={(id) => {
          search.end()
          view.showRestored(id)
        }}
      />
      <Shortcuts filter={filter} onFilter={setFilter} onNew={create} />
    </StoryActionsProvider>
  )
}

interface ColumnsProps {
  readonly settings: JournalSettings
  readonly view: ListView
  readonly search: OpenSearch
  readonly listStart: RefObject<HTMLDivElement | null>
  readonly onNew: () => void
}

/** One column, or from 1100 px on quote and memory beside the list. */
function Columns({ settings, view, search, listStart, onNew }: ColumnsProps) {
  const now = useNow()
  const memories = useStableMemories(now)
  const memoryPlace = useRef<HTMLDivElement>(null)
  const isMemoryBeside = useMemoryBeside(memoryPlace)
  const { filter } = view
  const isWhole = filter.category === null && activeFilterCount(filter) === 0 && !search.isOpen
  const memory = isWhole && memories !== undefined && (
    <div ref={memoryPlace} className="contents">
      <TodaysMemories
        today={memories}
        settings={settings}
        now={now}
        onShow={view.openEntry}
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
        <Celebration days={useSpecialDays(settings)} />
        <QuoteOfTheDay />
        {isMemoryBeside && memory}
      </div>
      <div className={classNames(column, 'content-start')}>
        <ListToolbar filter={filter} onFilter={view.setFilter} onNew={onNew} search={search}>
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
          <Entries view={view} search={search} now={now} />
        </div>
      </div>
    </main>
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

interface NewEntryProps {
  readonly form: ReturnType<typeof useNewEntryForm>
  readonly view: ListView
  readonly search: OpenSearch
}

function NewEntry({ form, view, search }: NewEntryProps) {
  return (
    <CreateEntryDialog
      open={form.isOpen}
      onOpenChange={form.setOpen}
      category={view.filter.category}
      shared={form.shared}
      ideaId={form.ideaId}
      onCreated={(category) => {
        noteOwnEntry()
        search.end()
        view.showCreated(category)
      }}
    />
  )
}

const column = 'grid grid-cols-[minmax(0,1fr)] gap-3'

/** Beside the list it stays on the screen; what is higher than that scrolls by itself, shadows and rings included. */
const beside =
  'columns:sticky columns:top-(--header) columns:-m-3 columns:max-h-[calc(100dvh-var(--header))] columns:content-start columns:self-start columns:overflow-y-auto columns:overscroll-contain columns:p-3'

interface EntriesProps {
  readonly view: ListView
  readonly search: OpenSearch
  readonly now: number
}

/** The list, or what a search finds in it. */
function Entries({ view, search, now }: EntriesProps) {
  const { newSince } = useUnseenMarker()
  const { filter, setFilter } = view
  return (
    <EntryActionsProvider onRestored={view.showRestored}>
      {/* Hidden, it keeps its place for the end of the search. */}
      <Activity mode={search.isOpen ? 'hidden' : 'visible'}>
        <RepliesProvider wanted={view.reply}>
          <EntryList
            filter={filter}
            now={now}
            newSince={newSince}
            highlightId={view.highlight}
            onHighlighted={view.onHighlighted}
            onClearFilters={() => setFilter(announceCleared(filter))}
            reactions={reactionsOf}
            below={partsBelow}
          />
        </RepliesProvider>
      </Activity>
      {search.isOpen && (
        <RepliesProvider>
          <EntrySearch
            search={search}
            filter={filter}
            onFilter={setFilter}
            now={now}
            highlightId={view.highlight}
            onHighlighted={view.onHighlighted}
            reactions={reactionsOf}
            below={partsBelow}
          />
        </RepliesProvider>
      )}
    </EntryActionsProvider>
  )
}

interface MainHeaderProps extends MainScreenProps {
  readonly onOpenEntry: ListView['openEntry']
}

function MainHeader({ title, person, settings, onOpenEntry }: MainHeaderProps) {
  const profiles = useJournalState((state) => state.profiles)
  const name = profiles.find((profile) => profile.id === person.id)?.name ?? person.name
  const partnerName = profiles.find((profile) => profile.id !== person.id)?.name
  const onHeartTap = useHeartTaps(settings)
  const onTitleTap = useTitleTaps()
  const nudgeFoot = useNudgeFoot()
  const subject = useSignInSetup()
  const [isDeviceOpen, setDeviceOpen] = useState(false)
  const { way } = useInstallOffer()
  return (
    <AppHeader
      title={title}
      greeting={specialGreeting(useSpecialDays(settings), name) ?? appTexts.greeting(name)}
      onHeartTap={onHeartTap}
      onTitleTap={onTitleTap}
      bell={
        <>
          <Bell
            partnerName={partnerName}
            onOpenEntry={onOpenEntry}
            takeVersionNews={() => (takeVersionNews() ? appTexts.versionNews : undefined)}
            nudges={{ label: nudgeFoot, part: <NudgeSection partnerName={partnerName} /> }}
            foot={{ label: appTexts.device, onPress: () => setDeviceOpen(true) }}
          />
          <DeviceDialog
            open={isDeviceOpen}
            onOpenChange={setDeviceOpen}
            install={installStepsOf(way)}
            nudges={{ title: nudgeLineTitle, line: <NudgeLine /> }}
            remove={<RemoveFromDeviceButton />}
            subject={subject}
            lost={<LostLine />}
          />
        </>
      }
    />
  )
}
