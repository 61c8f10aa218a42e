import { createRoot } from 'react-dom/client'
import { createBackend, type Backend } from '../backend/backend.ts'
import { keepInstallQuestion } from '../browser/install.ts'
import { hideRefusedParts } from '../browser/refused-parts.ts'
import { followOtherTabs } from '../features/appearance/theme.ts'
import { SignInStore } from '../features/sign-in/sign-in-state.ts'
import { afterFirstScreen, firstScreenComes, whenFirstScreenComes } from '../ui/first-screen.ts'
import { followKeyboard } from '../ui/keyboard-inset.ts'
import { loadSoon } from '../ui/later.tsx'
import { ignoreSecondPresses } from '../ui/second-press.ts'
import { App, NoSettings, prepareSignedIn, SignedIn } from './app.tsx'
import { takeUpNewVersion } from './app-update.ts'
import { localCopies } from './local-copies.ts'
import { nudgeSupport, readPublicSettings } from './public-settings.ts'
import { registerServiceWorker } from './service-worker.ts'

/** How long the page's shape may stand for a journal that is being read, in milliseconds. */
const longestHold = 1000

/** Reads the settings, creates the backend and draws the app. Sends no request. */
async function start(container: HTMLElement): Promise<void> {
  leaveFileName()
  hideRefusedParts()
  keepInstallQuestion()
  followKeyboard()
  ignoreSecondPresses()
  const [settings] = await Promise.all([readPublicSettings(), stylesLoaded()])
  if (settings === undefined) {
    createRoot(container).render(<NoSettings />)
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
  createRoot(await placeFor(store, backend, container)).render(
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

/** A static host and some links name the page's file; it is the main screen. */
function leaveFileName(): void {
  if (location.pathname !== '/index.html') return
  history.replaceState(history.state, '', `/${location.search}${location.hash}`)
}

/** Where to draw. What the screen needs is there then; until that the page's own shape of it stays. */
async function placeFor(
  store: SignInStore,
  backend: Backend,
  container: HTMLElement,
): Promise<HTMLElement> {
  const state = store.state()
  if (state.kind !== 'signed-in') return container
  const prepare = async () => prepareSignedIn(state.person.id, backend, () => store.signOut())
  if (location.pathname === '/' && (await prepare())) return besideTheShape(container)
  await SignedIn.load()
  return container
}

/**
 * An element that takes the container's place when the first cards stand in it: until then the page's shape
 * stays, and nothing is laid out or painted that the cards would change.
 */
function besideTheShape(container: HTMLElement): HTMLElement {
  const screen = document.createElement('div')
  screen.id = container.id
  whenFirstScreenComes(() => container.replaceWith(screen))
  setTimeout(firstScreenComes, longestHold)
  return screen
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
// For too-old.js: this browser can run the app.
document.documentElement.toggleAttribute('data-started', true)
void start(container)
