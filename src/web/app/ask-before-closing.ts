import type { StorageWatch } from '../replica/journal.ts'

/**
 * Makes the browser ask before the page is closed or reloaded while anything exists only in its
 * memory (D26). It stays active when the journal's screen unmounts: a copy in memory outlives a
 * lost session.
 */
export function askBeforeClosing(storage: StorageWatch): void {
  const ask = (event: BeforeUnloadEvent) => {
    if (storage.wouldLose()) event.preventDefault()
  }
  const follow = () => {
    // Only if needed, because such a listener keeps pages out of some browsers' back/forward cache.
    if (storage.current().kind === 'in-memory' || storage.wouldLose())
      window.addEventListener('beforeunload', ask)
    else window.removeEventListener('beforeunload', ask)
  }
  follow()
  storage.subscribe(follow)
}

/** True if the person is asked before the page closes. */
export function wouldAskBeforeClosing(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
