/** How soon after a press, and how near to it, another one is the second of a double press. */
const withinMs = 300
const withinPixels = 24

/** The layers that are drawn above the page and open and close with a press. */
const layers = '[data-base-ui-portal], [data-toasts], dialog'

interface Press {
  /** The layer in which it began; null for the page itself. */
  readonly layer: Element | null
  readonly x: number
  readonly y: number
  endedAt: number
}

const pointerEvents = ['pointerdown', 'pointerup', 'pointercancel'] as const
const otherEvents = ['touchstart', 'touchend', 'mousedown', 'mouseup', 'click', 'dblclick'] as const

/**
 * The second press of a double press is meant for what the first one was on. Where the first has opened or
 * closed a layer, something else is under the finger by then, and the second does not reach it. Keys,
 * Back and the clicks of assistive technology begin with no press, so they work at once.
 */
export function ignoreSecondPresses(): void {
  let first: Press | undefined
  let isSecond = false

  const follow = (event: PointerEvent) => {
    if (!event.isPrimary) return
    if (event.type === 'pointerdown') {
      isSecond = first !== undefined && isNear(first, event)
      const { clientX: x, clientY: y, timeStamp: endedAt } = event
      if (!isSecond) first = { layer: layerOf(event), x, y, endedAt }
    } else if (first !== undefined) first.endedAt = event.timeStamp
    stopIfLost(event)
  }
  const stopIfLost = (event: Event) => {
    const isOfPointer = !(event instanceof MouseEvent) || event.type !== 'click' || event.detail > 0
    if (!isSecond || !isOfPointer || layerOf(event) === first?.layer) return
    event.stopImmediatePropagation()
    // No focus, no keyboard, no switched switch. Touch events are not waited for, so they cannot be prevented.
    if (event instanceof MouseEvent) event.preventDefault()
  }
  for (const type of pointerEvents) window.addEventListener(type, follow, { capture: true })
  for (const type of otherEvents)
    window.addEventListener(type, stopIfLost, { capture: true, passive: type.startsWith('touch') })
}

function isNear(first: Press, { clientX, clientY, timeStamp }: PointerEvent): boolean {
  const distance = Math.hypot(clientX - first.x, clientY - first.y)
  return timeStamp - first.endedAt <= withinMs && distance <= withinPixels
}

function layerOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest(layers) : null
}
