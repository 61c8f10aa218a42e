/** The part of a document that this needs; older browsers know no `activeViewTransition`. */
type View = Pick<
  Document,
  'addEventListener' | 'removeEventListener' | 'elementFromPoint' | 'documentElement'
> & {
  readonly activeViewTransition?: Pick<
    ViewTransition,
    'skipTransition' | 'ready' | 'finished'
  > | null
}

const pressable = 'a, button, input, label, select, summary, textarea, [role]'

/**
 * While a view transition runs, the browser shows pictures of what moves and of what lies above it,
 * and a press on such a picture goes to whatever is behind. So a press ends the transition, and if
 * it hit something else than what stands there, it is made good on that. Returns what ends this.
 */
export function keepPresses(view: View): () => void {
  let ended: Promise<unknown> | undefined

  function onPointerDown(): void {
    const transition = view.activeViewTransition
    ended = transition?.finished
    // Skipped before its pictures are taken, it would take React's change of the page with it.
    transition?.ready.then(() => transition.skipTransition()).catch(() => undefined)
  }

  function onClick(event: Event): void {
    const finished = ended
    ended = undefined
    if (finished === undefined || !(event instanceof MouseEvent) || !event.isTrusted) return
    const hit = event.target instanceof Element ? event.target.closest(pressable) : null
    const makeGood = () => {
      const meant = view.elementFromPoint(event.clientX, event.clientY)?.closest(pressable)
      if (meant instanceof HTMLElement && meant !== hit) press(meant)
    }
    // After this event: whoever closes on a press outside must not take the new one back.
    void finished.then(() => setTimeout(makeGood))
  }

  view.addEventListener('pointerdown', onPointerDown, true)
  view.addEventListener('click', onClick, true)
  return () => {
    view.removeEventListener('pointerdown', onPointerDown, true)
    view.removeEventListener('click', onClick, true)
  }
}

function press(element: HTMLElement): void {
  element.focus()
  element.click()
}
