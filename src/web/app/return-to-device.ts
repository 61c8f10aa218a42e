import { localSiteStorage, tabSiteStorage } from '../browser/site-storage.ts'
import { personKey } from '../features/sign-in/remembered-person.ts'
import type { StorageState, StorageWatch } from '../replica/journal.ts'
import { isServerThere } from '../ui/server-there.ts'
import { mayReload } from './app-update.ts'

/** How often to check whether the page may reload, in milliseconds. */
const checkMs = 1000
/** How long no one must have typed, pressed or scrolled, in milliseconds. */
const quietMs = 10_000
/** The shortest time between two such reloads, in milliseconds. */
const pauseMs = 10 * 60_000
const reloadedKey = 'tagebuch.returned-at'

/** A fault that a new page on the same device would not have: the copy was removed under the open page. */
function isReloadable(state: StorageState): boolean {
  return (
    state.kind === 'in-memory' &&
    !state.isFromStart &&
    (state.fault === 'closed' || state.fault === 'broken')
  )
}

/**
 * The last resort if the device's storage failed under the open page, which then goes on in memory:
 * reloads the page once everything is sent, nothing is typed and the page is not in use. Checks
 * first that the server answers, and reloads at most once in ten minutes.
 */
export function returnToDevice(storage: StorageWatch): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  let used = Date.now()
  const note = () => {
    used = Date.now()
  }
  const follow = () => {
    clearInterval(timer)
    if (isReloadable(storage.current())) timer = setInterval(() => void check(), checkMs)
  }
  const isQuiet = () =>
    document.visibilityState === 'hidden' || Math.abs(Date.now() - used) >= quietMs
  async function check(): Promise<void> {
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

/** A device that also forgot the sign-in would show the sign-in page instead of the journal. */
function isRemembered(): boolean {
  return localSiteStorage.getItem(personKey) !== null
}

function wasTried(): boolean {
  const last = Number(tabSiteStorage.getItem(reloadedKey) ?? 0)
  return Math.abs(Date.now() - last) < pauseMs
}
