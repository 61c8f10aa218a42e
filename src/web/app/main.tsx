import { createRoot } from 'react-dom/client'
import { createBackend } from '../backend/backend.ts'
import { keepInstallQuestion } from '../browser/install.ts'
import { followOtherTabs } from '../features/appearance/theme.ts'
import { SignInStore } from '../features/sign-in/sign-in-state.ts'
import { followKeyboard } from '../ui/keyboard-inset.ts'
import { App, NoSettings } from './app.tsx'
import { takeUpNewVersion } from './app-update.ts'
import { localCopies } from './local-copies.ts'
import { nudgeSupport, readPublicSettings } from './public-settings.ts'
import { registerServiceWorker } from './service-worker.ts'

/** Reads the settings, creates the backend and draws the app. Sends no request. */
async function start(container: HTMLElement): Promise<void> {
  keepInstallQuestion()
  followKeyboard()
  const settings = await readPublicSettings()
  const root = createRoot(container)
  if (settings === undefined) {
    root.render(<NoSettings />)
    return
  }
  document.title = settings.title
  followOtherTabs()
  const backend = createBackend({ ...settings.backend, nudges: nudgeSupport(settings) })
  const store = new SignInStore(backend, localCopies)
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
  afterFirstPaint(() => {
    // The development server has none.
    if (import.meta.env.PROD) void registerServiceWorker(takeUpNewVersion)
    // The screens after the sign-in page; a failure shows when they are opened.
    import('./signed-in.tsx').catch(() => undefined)
    // The sign-in service's package is needed next; a failure shows when it is used.
    backend.warmUp().catch(() => undefined)
    void backend.endLeftSessions()
    addEventListener('online', () => void backend.endLeftSessions())
  })
}

function afterFirstPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work, 0))
}

const container = document.getElementById('root')
if (container === null) throw new Error('the page has no #root')
void start(container)
