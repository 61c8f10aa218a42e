/**
 * Calls back when the page may end: it is left, reloaded or closed, or hidden, after which a phone may end
 * it without a word. It may live on. Returns how to stop that.
 */
export function atPageEnd(ended: () => void): () => void {
  const page = globalThis as Partial<Window & typeof globalThis>
  const { document } = page
  if (page.addEventListener === undefined || document === undefined) return () => undefined
  const onHidden = () => {
    if (document.visibilityState === 'hidden') ended()
  }
  globalThis.addEventListener('pagehide', ended)
  document.addEventListener('visibilitychange', onHidden)
  return () => {
    globalThis.removeEventListener('pagehide', ended)
    document.removeEventListener('visibilitychange', onHidden)
  }
}
