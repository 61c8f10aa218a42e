/** Calls back when the page is left, reloaded or closed. It may come back. Returns how to stop that. */
export function atPageLeave(left: () => void): () => void {
  // Node has no pages.
  const page = globalThis as Partial<Window & typeof globalThis>
  page.addEventListener?.('pagehide', left)
  return () => page.removeEventListener?.('pagehide', left)
}

/** Resolves when the page is shown the next time, as by Back. */
export async function pageShown(): Promise<void> {
  await new Promise((resolve) => {
    globalThis.addEventListener('pageshow', resolve, { once: true })
  })
}

/**
 * Calls back when the page may end: it is left, or hidden, after which a phone may end it without a word. It
 * may live on. Returns how to stop that.
 */
export function atPageEnd(ended: () => void): () => void {
  const { document } = globalThis as Partial<typeof globalThis>
  const onHidden = () => {
    if (document?.visibilityState === 'hidden') ended()
  }
  const stop = atPageLeave(ended)
  document?.addEventListener('visibilitychange', onHidden)
  return () => {
    stop()
    document?.removeEventListener('visibilitychange', onHidden)
  }
}
