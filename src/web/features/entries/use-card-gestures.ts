import { useEffect, useEffectEvent, type RefObject } from 'react'
import { vibrate } from '../../ui/vibrate.ts'

export interface CardGestures {
  readonly onSwipeRight: () => void
  /** Absent where the person may not delete; the card then resists. */
  readonly onSwipeLeft: (() => void) | undefined
  readonly onLongPress: () => void
}

/** How far a finger must go before a swipe counts, and before it is one at all, in pixels. */
const swipeDistance = 88
const slop = 12
const longPressTime = 500

interface Touch {
  readonly id: number
  readonly x: number
  readonly y: number
  phase: 'undecided' | 'swiping' | 'over'
  reach: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/**
 * Touch gestures of a card: swipe right, swipe left, long press. Each has a
 * visible twin on the card. The card follows the finger by a style of its own, without rendering;
 * `data-swipe` on it says which side shows.
 */
export function useCardGestures(card: RefObject<HTMLElement | null>, gestures: CardGestures): void {
  const current = useEffectEvent(() => gestures)
  useEffect(() => {
    const element = card.current
    return element === null ? undefined : new CardTouches(element, () => current()).listen()
  }, [card])
}

/** The touch that is on a card, from its first pointer event to its last. */
class CardTouches {
  readonly #element: HTMLElement
  readonly #gestures: () => CardGestures
  #touch: Touch | undefined

  constructor(element: HTMLElement, gestures: () => CardGestures) {
    this.#element = element
    this.#gestures = gestures
  }

  /** Returns how to stop listening. */
  listen(): () => void {
    const stop = new AbortController()
    const { signal } = stop
    const element = this.#element
    element.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    element.addEventListener('pointermove', (event) => this.#move(event), { signal })
    element.addEventListener('pointerup', (event) => this.#up(event), { signal })
    element.addEventListener('pointercancel', () => this.#end(), { signal })
    element.addEventListener('contextmenu', (event) => this.#menu(event), { signal })
    return () => {
      this.#end()
      stop.abort()
    }
  }

  #down(event: PointerEvent): void {
    if (event.pointerType !== 'touch' || !event.isPrimary || isZoomed()) return
    // A second finger, anywhere on the screen, zooms: what the first had begun is over.
    window.addEventListener('pointerdown', this.#secondFinger, { capture: true })
    const isOnControl =
      event.target instanceof Element && event.target.closest('a, button, textarea') !== null
    this.#touch = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      phase: 'undecided',
      reach: 0,
      timer: isOnControl ? undefined : setTimeout(() => this.#press(), longPressTime),
    }
  }

  #press(): void {
    if (this.#touch?.phase !== 'undecided') return
    this.#touch.phase = 'over'
    vibrate(20)
    this.#gestures().onLongPress()
  }

  #move(event: PointerEvent): void {
    const touch = this.#touch
    if (touch === undefined || touch.id !== event.pointerId || touch.phase === 'over') return
    const x = event.clientX - touch.x
    if (touch.phase === 'undecided') decide(touch, x, event.clientY - touch.y)
    const canSwipeLeft = this.#gestures().onSwipeLeft !== undefined
    if (touch.phase === 'swiping') follow(this.#element, touch, x, canSwipeLeft)
  }

  #up(event: PointerEvent): void {
    const touch = this.#touch
    if (touch === undefined || touch.id !== event.pointerId) return
    this.#end()
    if (touch.phase !== 'swiping') return
    if (touch.reach >= swipeDistance) this.#gestures().onSwipeRight()
    else if (touch.reach <= -swipeDistance) this.#gestures().onSwipeLeft?.()
  }

  readonly #secondFinger = (event: PointerEvent): void => {
    if (event.pointerId !== this.#touch?.id) this.#end()
  }

  #end(): void {
    window.removeEventListener('pointerdown', this.#secondFinger, { capture: true })
    clearTimeout(this.#touch?.timer)
    this.#touch = undefined
    moveTo(this.#element, 0)
  }

  /** The browser's own menu would come on top of the reactions. */
  #menu(event: Event): void {
    if (this.#touch?.phase === 'over') event.preventDefault()
  }
}

/** One finger then moves the enlarged page. */
function isZoomed(): boolean {
  return document.documentElement.hasAttribute('data-zoomed')
}

function decide(touch: Touch, x: number, y: number) {
  if (Math.abs(x) < slop && Math.abs(y) < slop) return
  clearTimeout(touch.timer)
  touch.phase = Math.abs(x) > Math.abs(y) * 1.5 ? 'swiping' : 'over'
}

function follow(element: HTMLElement, touch: Touch, x: number, canSwipeLeft: boolean) {
  const wasFar = Math.abs(touch.reach) >= swipeDistance
  // Beyond the threshold, and where nothing can be done, the card yields only a little.
  const free = x < 0 && !canSwipeLeft ? 0 : swipeDistance
  const over = Math.max(0, Math.abs(x) - free)
  touch.reach = Math.sign(x) * (Math.min(Math.abs(x), free) + Math.min(over / 4, 24))
  if (!wasFar && Math.abs(touch.reach) >= swipeDistance) vibrate(10)
  moveTo(element, touch.reach)
}

function moveTo(element: HTMLElement, x: number) {
  element.style.translate = x === 0 ? '' : `${x}px`
  const side = x > 0 ? 'right' : 'left'
  const frame = element.parentElement
  if (frame === null) return
  if (x === 0) delete frame.dataset['swipe']
  else frame.dataset['swipe'] = Math.abs(x) >= swipeDistance ? `${side} far` : side
}
