import { Route, Switch } from 'wouter'
import { useState } from 'react'
import type { Backend } from '../backend/backend.ts'
import type { SignedInPerson } from '../backend/sign-in.ts'
import { refreshThemeColor } from '../features/appearance/theme.ts'
import { NewsProvider } from '../features/notifications/news-provider.tsx'
import { NudgesProvider } from '../features/nudges/nudges-provider.tsx'
import { SpecialDays } from '../features/special-days/special-days.tsx'
import {
  JournalProvider,
  TimeZoneProvider,
  useJournalState,
  useStorageState,
} from '../replica/journal-context.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { SkeletonCards } from '../ui/skeleton.tsx'
import { forgetsSignIn } from '../browser/site-storage.ts'
import { inSecondPhase } from '../browser/start-phases.ts'
import type { StorageState } from '../replica/journal.ts'
import { AppHeader } from './app-header.tsx'
import { MainScreen } from './main-screen.tsx'
import { ScreenMissing } from './screen-missing.tsx'
import { shellClass, ShellSkeleton } from './shell-skeleton.tsx'
import { appTexts } from './app-texts.ts'
import { openCopy, useReplica } from './use-replica.ts'
import { StorageNotice } from './storage-notice.tsx'
import { forgottenSignInTexts, storageTexts, type StorageTexts } from './storage-texts.ts'

export { openCopy }

const FavouritesScreen = lazyPart(
  async () => (await import('./favourites-screen.tsx')).FavouritesScreen,
  {
    pending: () => <ShellSkeleton />,
    missing: (_, missing) => <ScreenMissing {...missing} hasHome />,
  },
)

const RejectionToasts = lazyPart(
  () => inSecondPhase(async () => (await import('./rejection-toasts.tsx')).RejectionToasts),
  // What was refused waits in the copy until it is shown.
  { missing: () => null },
)

const Tooltips = lazyPart(
  () => inSecondPhase(async () => (await import('../ui/tooltips.tsx')).Tooltips),
  // A tooltip only repeats a control's name.
  { missing: () => null },
)

export interface SignedInProps {
  readonly title: string
  readonly person: SignedInPerson
  readonly backend: Backend
}

/** Everything that needs the journal, on one open copy for both pages. */
export function SignedIn({ title, person, backend }: SignedInProps) {
  const replica = useReplica(person.id, backend)
  if (replica === undefined) return <ShellSkeleton />
  return (
    <JournalProvider replica={replica}>
      <JournalStorageNotice />
      <NewsProvider title={title}>
        <NudgesProvider>
          <Switch>
            <Route path="/">
              <Home title={title} person={person} />
            </Route>
            <Route>
              <FavouritesScreen />
            </Route>
          </Switch>
        </NudgesProvider>
      </NewsProvider>
      <SpecialDays onSkin={refreshThemeColor} />
      <RejectionToasts />
      <Tooltips />
    </JournalProvider>
  )
}

/** The main screen, or its shape: until the copy is open, and until the very first pull has filled it. */
function Home({ title, person }: Pick<SignedInProps, 'title' | 'person'>) {
  const settings = useJournalState((state) => state.journal)
  const isRead = useJournalState((state) => state.isRead)
  if (!isRead) return <ShellSkeleton />
  if (settings !== undefined)
    return (
      <TimeZoneProvider timeZone={settings.timeZone}>
        <MainScreen title={title} person={person} settings={settings} />
      </TimeZoneProvider>
    )
  return (
    <>
      <AppHeader title={title} greeting={appTexts.greeting(person.name)} />
      <main className={shellClass}>
        <SkeletonCards />
      </main>
    </>
  )
}

/**
 * For the journal's pages, if the page found no storage at its start. The quiet line reports later
 * failures, because this notice would move what someone is reading.
 */
function JournalStorageNotice() {
  const state = useStorageState()
  const [isForgetting] = useState(() => forgetsSignIn())
  const texts = textsOf(state, isForgetting)
  if (texts === undefined) return null
  return (
    <div className="mx-auto max-w-3xl px-4 pt-[calc(0.75rem+var(--safe-top))] pb-3">
      <StorageNotice {...texts} />
    </div>
  )
}

function textsOf(state: StorageState, isForgetting: boolean): StorageTexts | undefined {
  if (state.kind === 'in-memory' && state.isFromStart) return storageTexts[state.fault]
  return isForgetting ? forgottenSignInTexts : undefined
}
