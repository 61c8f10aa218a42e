/**
 * The system's Back button closes the top layer instead of leaving the page.
 *
 * A layer that opens adds one history entry with its depth in `history.state`. A layer that closes
 * by other means leaves that entry where it is, because `history.back()` answers later and would
 * undo a navigation made in the meantime; the next layer uses the entry again, and Back skips it. Forward does not: the
 * entries are numbered, because a browser does not say in which direction it went.
 */
const depthKey = 'tagebuchLayer'
const stepKey = 'tagebuchStep'

export interface BackLayers {
  /** Registers an open layer; returns what to call once it is closed. */
  open(close: () => void): () => void
  /**
   * Closes the top layer by taking its step back; resolves once the browser shows the step below, so that a step made
   * then lies directly on that.
   */
  leaveTop(): Promise<void>
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
  return numberIn(state, depthKey)
}

/** 0 for what was there before the app. */
function numberIn(state: unknown, key: string): number {
  const value = (state as Readonly<Record<string, unknown>> | null | undefined)?.[key]
  return typeof value === 'number' ? value : 0
}

/**
 * Waits for the top layer's step to be taken back. It goes on in a task of its own: what else follows the history hears of
 * that step before another is made.
 */
interface Leaving {
  /** The depth below the layer. */
  readonly below: number
  readonly done: () => void
}

/** Layers over one window's history. */
export function createBackLayers(view: LayerWindow): BackLayers {
  const closers: (() => void)[] = []
  let depth = depthOf(view.history.state)
  let step = numberIn(view.history.state, stepKey)
  let leaving: Leaving | undefined

  /** Writes the depth again if another part of the app has replaced the state. */
  function keep(): void {
    const state: unknown = view.history.state
    if (depthOf(state) === depth && numberIn(state, stepKey) === step) return
    const numbers = { [depthKey]: depth, [stepKey]: step }
    view.history.replaceState({ ...(state as object | null), ...numbers }, '')
  }

  view.addEventListener('popstate', () => {
    const before = { depth, step }
    depth = depthOf(view.history.state)
    step = numberIn(view.history.state, stepKey)
    const isBack = step <= before.step
    const stale = isBack && depth < before.depth && closers.length <= depth
    while (closers.length > depth) closers.pop()?.()
    if (stale || depth > (leaving?.below ?? depth)) view.history.back()
    else if (leaving !== undefined) {
      setTimeout(leaving.done, 0)
      leaving = undefined
    }
  })
  // wouter announces its own navigation by these two events.
  view.addEventListener('pushState', () => {
    depth = depthOf(view.history.state)
    step += 1
    keep()
  })
  view.addEventListener('replaceState', keep)

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
    async leaveTop() {
      const below = Math.max(0, closers.length - 1)
      if (depth <= below) return
      await new Promise<void>((done) => {
        leaving = { below, done }
        view.history.back()
      })
    },
    isAnyOpen: () => closers.length > 0,
  }
}
