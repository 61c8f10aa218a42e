import { lazy, Suspense, useState } from 'react'
import type { Category } from '../../domain/category.ts'
import { filterShowing, type EntryFilter } from '../../domain/filter.ts'
import type { EntryId } from '../../domain/ids.ts'
import type { JournalSettings } from '../../domain/settings.ts'
import { CreateEntryDialog } from '../features/entries/create-entry-dialog.tsx'
import { EntryActionsProvider } from '../features/entries/entry-actions.tsx'
import { EntryList } from '../features/entries/entry-list.tsx'
import { BottomBar } from '../features/filters/bottom-bar.tsx'
import { announceCleared } from '../features/filters/filter-panel.tsx'
import { useFilter } from '../features/filters/use-filter.ts'
import { Bell } from '../features/notifications/bell.tsx'
import { useUnseenMarker } from '../features/notifications/use-unseen-marker.ts'
import { QuizButton } from '../features/quiz/quiz-button.tsx'
import { QuoteOfTheDay } from '../features/quotes/quote-of-the-day.tsx'
import { useTitleTaps } from '../features/quotes/use-title-taps.ts'
import { ReactionBar } from '../features/reactions/reaction-bar.tsx'
import { specialGreeting } from '../features/special-days/greeting.ts'
import { useHeartTaps } from '../features/special-days/use-heart-taps.ts'
import { useSpecialDays } from '../features/special-days/use-special-days.ts'
import { useJournal, useLive } from '../replica/journal-context.tsx'
import type { Person } from '../replica/person.ts'
import { useNow } from '../ui/use-now.ts'
import { AppHeader } from './app-header.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { appTexts } from './texts.ts'

const QuizDialog = lazy(async () => ({
  default: (await import('../features/quiz/quiz-dialog.tsx')).QuizDialog,
}))

export interface MainScreenProps {
  readonly title: string
  readonly person: Person
  readonly settings: JournalSettings
}

/** The main screen at /: where the features meet (product-spec section 2). */
export function MainScreen({ title, person, settings }: MainScreenProps) {
  const { timeZone } = settings
  const journal = useJournal()
  const now = useNow()
  const [filter, setFilter] = useFilter()
  const [highlight, setHighlight] = useState<EntryId>()
  const [creating, setCreating] = useState(false)
  const [quizOpen, setQuizOpen] = useState<boolean>()
  const newSince = useUnseenMarker()
  const profiles = useLive(() => journal.profiles(), [journal]) ?? []
  const name = profiles.find((profile) => profile.id === person.id)?.name ?? person.name
  const partnerName = profiles.find((profile) => profile.id !== person.id)?.name
  const onHeartTap = useHeartTaps(settings)
  const onTitleTap = useTitleTaps(timeZone)
  const greeting = specialGreeting(useSpecialDays(), name) ?? appTexts.greeting(name)

  const openEntry = async (id: EntryId) => {
    const entry = await journal.entry(id)
    if (entry === undefined) return
    const next = filterShowing(entry, filter, { me: journal.me, now, timeZone })
    if (next !== filter) setFilter(next)
    setHighlight(id)
  }
  /** What was just written must not be hidden by the tab or a filter. */
  const showCreated = (category: Category) => {
    const written = { userId: journal.me, category, completed: false, scheduledDate: null }
    const withoutTime: EntryFilter = { ...filter, ideasTime: 'all' }
    const next = filterShowing(written, withoutTime, { me: journal.me, now, timeZone })
    if (next !== withoutTime || filter.ideasTime !== 'all') setFilter(next)
    window.scrollTo({ top: 0 })
  }

  return (
    <>
      <AppHeader
        title={title}
        greeting={greeting}
        onHeartTap={onHeartTap}
        onTitleTap={onTitleTap}
        bell={
          <Bell
            title={title}
            partnerName={partnerName}
            timeZone={timeZone}
            onOpenEntry={(id) => void openEntry(id)}
          />
        }
      />
      <main className="mx-auto grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-4 pb-28 desktop:pt-6 desktop:pb-16">
        <QuoteOfTheDay timeZone={timeZone} />
        <ListToolbar filter={filter} onFilter={setFilter} onNew={() => setCreating(true)} />
        {filter.category === 'uebersetzungen' && <QuizButton onOpen={() => setQuizOpen(true)} />}
        <EntryActionsProvider timeZone={timeZone}>
          <EntryList
            filter={filter}
            now={now}
            timeZone={timeZone}
            newSince={newSince}
            highlightId={highlight}
            onHighlighted={() => setHighlight(undefined)}
            onClearFilters={() => setFilter(announceCleared(filter))}
            reactions={(entry, control) => <ReactionBar entry={entry} {...control} />}
          />
        </EntryActionsProvider>
      </main>
      <BottomBar filter={filter} onChange={setFilter} onNew={() => setCreating(true)} />
      <CreateEntryDialog
        open={creating}
        onOpenChange={setCreating}
        category={filter.category}
        timeZone={timeZone}
        onCreated={showCreated}
      />
      {quizOpen !== undefined && (
        <Suspense fallback={null}>
          <QuizDialog open={quizOpen} onOpenChange={setQuizOpen} />
        </Suspense>
      )}
      <Shortcuts filter={filter} onFilter={setFilter} onNew={() => setCreating(true)} />
    </>
  )
}
