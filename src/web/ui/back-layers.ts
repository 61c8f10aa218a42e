/**
 * The system's Back button closes the top layer instead of leaving the page.
 *
 * A layer that opens adds one history entry with its depth in `history.state`. A layer that closes
 * by other means leaves that entry where it is, because `history.back()` answers later and would
 * undo a navigation made in the meantime; the next layer uses the entry again, and Back skips it.
 */
const depthKey = 'tagebuchLayer'

export interface BackLayers {
  /** Registers an open layer; returns what to call once it is closed. */
  open(close: () => void): () => void
  /** True while any layer is open; a reload would lose its contents (D12). */
  isAnyOpen(): boolean
}

/** The part of a window that layers need; a parameter, so that the rules have a test. */
export interface LayerWindow {
  readonly history: Pick<History, 'state' | 'pushState' | 'replaceState' | 'back'>
  addEventListener(type: string, listener: () => void): void
}

/** How many layers a step of the history has open over the page; 0 for a page of its own. */
export function depthOf(state: unknown): number {
  if (typeof state !== 'object' || state === null || !(depthKey in state)) return 0
  const depth = state[depthKey]
  return typeof depth === 'number' ? depth : 0
}

/** Layers over one window's history. */
export function createBackLayers(view: LayerWindow): BackLayers {
  const closers: (() => void)[] = []
  let depth = depthOf(view.history.state)

  view.addEventListener('popstate', () => {
    const before = depth
    depth = depthOf(view.history.state)
    const stale = depth < before && closers.length <= depth
    while (closers.length > depth) closers.pop()?.()
    if (stale) view.history.back()
  })
  // wouter announces its own navigation by these two events.
  view.addEventListener('pushState', () => {
    depth = depthOf(view.history.state)
  })
  view.addEventListener('replaceState', () => {
    if (depthOf(view.history.state) === depth) return
    const state: unknown = view.history.state
    view.history.replaceState({ ...(state as object | null), [depthKey]: depth }, '')
  })

  return {
    open(close) {
      closers.push(close)
      if (depth < closers.length) {
        const next = depth + 1
        view.history.pushState({ [depthKey]: next }, '')
        depth = next
      }
      return () => {
        const index = closers.lastIndexOf(close)
        if (index >= 0) closers.splice(index, 1)
      }
    },
    isAnyOpen: () => closers.length > 0,
  }
}
