/**
 * Calls back when a page can do something again: the network is back, or the page is shown or visible. Returns how to
 * stop that.
 */
export function atPageWake(wake: () => void): () => void {
  // Node has neither.
  const page = globalThis as Partial<Window & typeof globalThis>
  const end = new AbortController()
  const { signal } = end
  const onVisible = () => {
    if (page.document?.visibilityState === 'visible') wake()
  }
  page.addEventListener?.('online', wake, { signal })
  page.addEventListener?.('pageshow', wake, { signal })
  page.document?.addEventListener('visibilitychange', onVisible, { signal })
  return () => end.abort()
}
