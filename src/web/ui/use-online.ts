import { useSyncExternalStore } from 'react'

function subscribe(changed: () => void): () => void {
  const end = new AbortController()
  window.addEventListener('online', changed, { signal: end.signal })
  window.addEventListener('offline', changed, { signal: end.signal })
  return () => end.abort()
}

/** False if the device knows that it has no network; true does not promise one. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}
