import { localSiteStorage, tabSiteStorage } from '../browser/site-storage.ts'
import { personKey } from '../features/sign-in/remembered-person.ts'
import type { StorageState, StorageWatch } from '../replica/journal.ts'
import { isServerThere } from '../ui/server-there.ts'
import { mayReload } from './app-update.ts'

/** How often it is looked whether the page may be loaded anew, in milliseconds. */
const lookMs = 1000
/** So long nobody has typed, pressed or scrolled, in milliseconds. */
const quietMs = 10_000
/** A page that fails again is not loaded again before, in milliseconds. */
const pauseMs = 10 * 60_000
const reloadedKey = 'tagebuch.returned-at'

/** What a new page on the same device does not have: the copy was removed under the open one. */
function isPassing(state: StorageState): boolean {
  return (
    state.kind === 'in-memory' &&
    !state.isFromStart &&
    (state.fault === 'closed' || state.fault === 'broken')
  )
}

/**
 * The last resort where the device's storage failed under the open page, which has gone on in memory
 * since: the page is loaded anew, once all is sent, nothing is typed and nobody is at it. It is
 * looked first whether the server is there, and never tried twice within ten minutes.
 */
export function returnToDevice(storage: StorageWatch): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  let used = Date.now()
  const note = () => {
    used = Date.now()
  }
  const follow = () => {
    clearInterval(timer)
    if (isPassing(storage.current())) timer = setInterval(() => void look(), lookMs)
  }
  const isQuiet = () =>
    document.visibilityState === 'hidden' || Math.abs(Date.now() - used) >= quietMs
  async function look(): Promise<void> {
    if (!isQuiet() || !mayReload() || wasTried() || !isRemembered()) return
    if (!(await isServerThere()) || !mayReload()) return
    tabSiteStorage.setItem(reloadedKey, String(Date.now()))
    location.reload()
  }
  const uses = ['keydown', 'pointerdown', 'scroll'] as const
  for (const use of uses) window.addEventListener(use, note, { capture: true, passive: true })
  follow()
  const unsubscribe = storage.subscribe(follow)
  return () => {
    clearInterval(timer)
    unsubscribe()
    for (const use of uses) window.removeEventListener(use, note, { capture: true })
  }
}

/** A device that has forgotten the sign-in too would show the sign-in page in the journal's place. */
function isRemembered(): boolean {
  return localSiteStorage.getItem(personKey) !== null
}

function wasTried(): boolean {
  const last = Number(tabSiteStorage.getItem(reloadedKey) ?? 0)
  return Math.abs(Date.now() - last) < pauseMs
}
