import type { StorageWatch } from '../replica/journal.ts'

/**
 * Lets the browser ask before the page is closed or reloaded while something exists in its memory
 * alone (D26). It stays when the journal's screen goes: a copy in memory outlives a lost session.
 */
export function askBeforeClosing(storage: StorageWatch): void {
  const ask = (event: BeforeUnloadEvent) => {
    if (storage.wouldLose()) event.preventDefault()
  }
  const follow = () => {
    // Only where it is needed, because with such a listener some browsers keep no page for "back".
    if (storage.current().kind === 'in-memory' || storage.wouldLose())
      window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }
  follow()
  storage.subscribe(follow)
}

/** True when someone would have the person asked before the page goes. */
export function wouldAskBeforeClosing(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
