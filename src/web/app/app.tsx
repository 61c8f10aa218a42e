import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { useLayoutEffect } from 'react'
import type { Backend } from '../backend/backend.ts'
import { followWorker } from '../browser/worker-messages.ts'
import {
  SignInProvider,
  useSignInSetup,
  useSignInState,
  type SignInSetup,
} from '../features/sign-in/sign-in-context.tsx'
import { SignInPage } from '../features/sign-in/sign-in-page.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Toaster } from '../ui/toast.tsx'
import { UiProvider } from '../ui/ui-provider.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { HomeLink } from './home-link.tsx'
import { Message } from './message.tsx'
import { ScreenMissing } from './screen-missing.tsx'
import { SignInStorageNotice } from './storage-notice.tsx'
import { ShellSkeleton } from './shell-skeleton.tsx'
import { appTexts } from './app-texts.ts'
import type { CopyParts } from './use-replica.ts'

// The journal's code waits until someone is signed in.
const loadSignedIn = async () => import('./signed-in.tsx')

export const SignedIn = lazyPart(async () => (await loadSignedIn()).SignedIn, {
  pending: () => <ShellSkeleton />,
  missing: (_, missing) => <ScreenMissing {...missing} />,
})

/** Loads what `SignedIn` draws, and opens the person's copy. Never fails. */
export async function prepareSignedIn(parts: CopyParts): Promise<void> {
  const opening = loadSignedIn().then(async ({ openCopy }) => openCopy(parts))
  await Promise.all([SignedIn.load(), opening.catch(() => undefined)])
}

export interface AppProps {
  readonly backend: Backend
  readonly signIn: SignInSetup
}

/** The whole app: providers around the routes (docs/behaviour/everywhere.md). */
export function App({ backend, signIn }: AppProps) {
  return (
    <UiProvider>
      <ErrorBoundary>
        <SignInProvider value={signIn}>
          <Routes backend={backend} />
        </SignInProvider>
      </ErrorBoundary>
      <Toaster />
    </UiProvider>
  )
}

function Routes({ backend }: { readonly backend: Backend }) {
  const { title } = useSignInSetup()
  const state = useSignInState()
  const search = useSearch()
  useOpenedPath()
  // A shared link keeps its tab and filters on the way through sign-in.
  const query = search === '' ? '' : `?${search}`
  return (
    <Switch>
      {/* Someone whose session was lost may sign in again, so /auth sends only the signed-in home. */}
      <Route path="/auth">
        {state.kind === 'signed-in' ? (
          <Redirect to={`/${query}`} replace />
        ) : (
          <SignInPage notice={<SignInStorageNotice />} />
        )}
      </Route>
      <Route path={/^\/(?:favoriten\/?)?$/}>
        {state.kind === 'signed-out' ? (
          <Redirect to={`/auth${query}`} replace />
        ) : (
          <SignedIn key={state.person.id} title={title} person={state.person} backend={backend} />
        )}
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

/** Neither inlined settings nor /config.json: a first visit without a network. */
export function NoSettings() {
  return (
    <Message
      emoji="🌧️"
      title={appTexts.noSettingsTitle}
      hint={appTexts.noSettingsHint}
      action={{ label: appTexts.reload, onClick: () => location.reload() }}
    />
  )
}

/** Any other path (docs/behaviour/everywhere.md "Screens and routes"). */
function NotFound() {
  return (
    <Message emoji="🧭" title={appTexts.notFound} hint={appTexts.notFoundHint}>
      <HomeLink />
    </Message>
  )
}

/** Opens the path that the service worker sends for a tapped nudge, on every page, also on sign-in. */
function useOpenedPath(): void {
  const [location, navigate] = useLocation()
  useLayoutEffect(() => {
    return followWorker(({ type, path }) => {
      if (type !== 'open-path' || typeof path !== 'string' || !path.startsWith('/')) return
      // On the same page, Back must not lead to the same page once more, or past an open dialog.
      const { pathname } = new URL(path, window.location.origin)
      navigate(path, { replace: pathname === location })
    })
  }, [location, navigate])
}
