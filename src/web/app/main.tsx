import { createRoot } from 'react-dom/client'
import { createBackend, type Backend } from '../backend/backend.ts'
import { keepInstallQuestion } from '../browser/install.ts'
import { hideRefusedParts } from '../browser/refused-parts.ts'
import { secondPhase } from '../browser/start-phases.ts'
import { followOtherTabs } from '../features/appearance/theme.ts'
import { SignInStore, type LocalCopies } from '../features/sign-in/sign-in-state.ts'
import { followKeyboard } from '../ui/keyboard-inset.ts'
import { loadSoon } from '../ui/lazy-part.tsx'
import { ignoreSecondPresses } from '../ui/second-press.ts'
import { forgetShared } from '../browser/shared-content.ts'
import { stopNudges } from '../browser/web-push.ts'
import { forgetPlaces } from '../features/entries/list-places.ts'
import { App, NoSettings, prepareSignedIn, SignedIn } from './app.tsx'
import { adoptNewVersion } from './app-update.ts'
import { nudgeSupport, readPublicSettings } from './public-settings.ts'
import { followCache, registerServiceWorker } from './service-worker.ts'

const loadCopies = async () => import('../replica/device-copies.ts')

/** The copies on this device; their code is loaded when it is first needed. */
const localCopies: LocalCopies = {
  unsent: async (person) => (await loadCopies()).unsentWork(person),
  async wipe(person) {
    // The server forgets this device with its session; a push service that does not answer delays
    // nothing.
    const nudges = stopNudges()
    await (await loadCopies()).wipeReplica(person)
    await nudges
  },
  reuse: async (person) => (await loadCopies()).reuseReplica(person),
  forgetShared,
  forgetPlaces,
}

/** Reads the settings, creates the backend and draws the app. Sends no request. */
async function start(container: HTMLElement): Promise<void> {
  leaveFileName()
  hideRefusedParts()
  followCache(adoptNewVersion)
  keepInstallQuestion()
  followKeyboard()
  ignoreSecondPresses()
  const [settings] = await Promise.all([readPublicSettings(), stylesLoaded()])
  if (settings === undefined) {
    createRoot(container).render(<NoSettings />)
    return
  }
  const { title, partners } = settings
  document.title = title
  followOtherTabs()
  const backend = createBackend({
    ...settings.backend,
    nudges: nudgeSupport(settings),
    realtimeAfter: secondPhase,
  })
  const store = new SignInStore(backend, localCopies)
  await prepare(store, backend)
  createRoot(container).render(
    <App backend={backend} signIn={{ title, partners, store, copies: localCopies }} />,
  )
  void secondPhase().then(() => {
    loadSoon()
    // It fetches the whole app. The development server has none.
    if (import.meta.env.PROD) void registerServiceWorker()
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

/** Has what the first screen shows at hand; until then the page's own words stay. */
async function prepare(store: SignInStore, backend: Backend): Promise<void> {
  const state = store.state()
  if (state.kind !== 'signed-in') return
  const person = state.person.id
  const opening = prepareSignedIn({ person, backend, onSignedOut: () => store.signOut() })
  await (location.pathname === '/' ? opening : SignedIn.load())
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
