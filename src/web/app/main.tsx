import { createRoot } from 'react-dom/client'
import { createBackend } from '../backend/backend.ts'
import { keepInstallQuestion } from '../browser/install.ts'
import { followOtherTabs } from '../features/appearance/theme.ts'
import { SignInStore } from '../features/sign-in/sign-in-state.ts'
import { afterFirstScreen } from '../ui/first-screen.ts'
import { followKeyboard } from '../ui/keyboard-inset.ts'
import { loadSoon } from '../ui/later.tsx'
import { App, NoSettings, SignedIn } from './app.tsx'
import { takeUpNewVersion } from './app-update.ts'
import { localCopies } from './local-copies.ts'
import { nudgeSupport, readPublicSettings } from './public-settings.ts'
import { registerServiceWorker } from './service-worker.ts'

/** Reads the settings, creates the backend and draws the app. Sends no request. */
async function start(container: HTMLElement): Promise<void> {
  keepInstallQuestion()
  followKeyboard()
  const [settings] = await Promise.all([readPublicSettings(), stylesLoaded()])
  const root = createRoot(container)
  if (settings === undefined) {
    root.render(<NoSettings />)
    return
  }
  document.title = settings.title
  followOtherTabs()
  const backend = createBackend({
    ...settings.backend,
    nudges: nudgeSupport(settings),
    realtimeAfter: afterFirstScreen,
  })
  const store = new SignInStore(backend, localCopies)
  // Until then the page's own shape of the main screen stays.
  if (store.state().kind === 'signed-in') await SignedIn.load()
  root.render(
    <App
      backend={backend}
      signIn={{
        title: settings.title,
        partners: settings.partners,
        store,
        copies: localCopies,
      }}
    />,
  )
  void afterFirstScreen().then(() => {
    loadSoon()
    // It fetches the whole app. The development server has none.
    if (import.meta.env.PROD) void registerServiceWorker(takeUpNewVersion)
    void SignedIn.load()
    // The sign-in service's package is needed next; a failure shows when it is used.
    backend.warmUp().catch(() => undefined)
    void backend.endLeftSessions()
  })
  addEventListener('online', () => void backend.endLeftSessions())
}

/** Resolves when the app's styles are there, or could not be loaded. */
async function stylesLoaded(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')
  if (link === null || link.sheet !== null) return
  await new Promise((resolve) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', resolve)
  })
}

const container = document.getElementById('root')
if (container === null) throw new Error('the page has no #root')
void start(container)
