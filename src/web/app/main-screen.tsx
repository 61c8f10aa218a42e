import { useRef, useState } from 'react'
import type { JournalSettings } from '../../domain/table-schemas.ts'
import type { SignedInPerson } from '../backend/sign-in.ts'
import { BottomBar } from '../features/filters/bottom-bar.tsx'
import { Bell } from '../features/notifications/bell.tsx'
import { NudgeLine, nudgeLineTitle, useNudgeFoot } from '../features/nudges/nudge-line.tsx'
import { useTitleTaps } from '../features/quotes/use-title-taps.ts'
import { LostLine } from '../features/restored/lost-notice.tsx'
import { useSearchWords, type OpenSearch } from '../features/search/use-search-words.ts'
import { useSignInSetup } from '../features/sign-in/sign-in-context.tsx'
import { takeVersionNews } from '../features/sign-in/remembered-person.ts'
import { RemoveFromDeviceButton } from '../features/sign-in/sign-out-button.tsx'
import { specialGreeting } from '../features/special-days/greeting.ts'
import { useHeartTaps } from '../features/special-days/use-heart-taps.ts'
import { useSpecialDays } from '../features/special-days/use-special-days.ts'
import { StoryActionsProvider } from '../features/stories/story-actions.tsx'
import { useJournalState } from '../replica/journal-context.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ChunkError, missingDialog } from '../ui/chunk-error.tsx'
import { AppHeader } from './app-header.tsx'
import { installStepsOf } from './install-parts.tsx'
import { CreateEntryDialog } from './lazy-forms.tsx'
import { noteOwnEntry } from './own-entries.ts'
import { useCalendarView } from './list-calendar.tsx'
import { Columns } from './main-columns.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { appTexts } from './app-texts.ts'
import { WaitingUndos } from './waiting-undos.tsx'
import { useInstallOffer } from './use-install-offer.ts'
import { useNewEntryForm } from './use-new-entry.ts'
import { useDayEndsWithSearch } from './use-linked-day.ts'
import { useLinkedEntry } from './use-linked-entry.ts'
import { useListView, type ListView } from './use-list-view.ts'

const DeviceDialog = lazyPart(
  async () => (await import('../features/device/device-dialog.tsx')).DeviceDialog,
  {
    isNeeded: ({ open }) => open,
    missing: (props, missing) => missingDialog({ ...props, title: appTexts.device }, missing),
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
  useDayEndsWithSearch(search.isOpen)
  const calendar = useCalendarView()
  const newEntry = useNewEntryForm()
  const create = () => newEntry.setOpen(true)
  const openEntry: ListView['openEntry'] = (id, reply) => view.openEntry(id, reply, search.end)
  useLinkedEntry(openEntry)
  return (
    <StoryActionsProvider value={{ open: openEntry, tell: newEntry.tell }}>
      <MainHeader {...props} onOpenEntry={openEntry} />
      <Columns
        settings={props.settings}
        view={view}
        search={search}
        listStart={listStart}
        calendar={calendar}
        onNew={create}
        onIdea={openEntry}
      />
      <BottomBar filter={filter} onChange={setFilter} onNew={create} />
      <NewEntry form={newEntry} view={view} search={search} />
      <WaitingUndos
        onRestored={(id) => {
          search.end()
          view.showRestored(id)
        }}
      />
      <Shortcuts filter={filter} onFilter={setFilter} onNew={create} onCalendar={calendar.ask} />
    </StoryActionsProvider>
  )
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
