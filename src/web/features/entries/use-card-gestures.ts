import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
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
  const touch = useRef<Touch>(undefined)
  const onSwipe = useEffectEvent((reach: number) => {
    if (reach >= swipeDistance) gestures.onSwipeRight()
    else if (reach <= -swipeDistance) gestures.onSwipeLeft?.()
  })
  const onLongPress = useEffectEvent(() => gestures.onLongPress())
  const canSwipeLeft = useEffectEvent(() => gestures.onSwipeLeft !== undefined)

  useEffect(() => {
    const element = card.current
    if (element === null) return undefined
    const end = () => {
      clearTimeout(touch.current?.timer)
      touch.current = undefined
      moveTo(element, 0)
    }
    const down = (event: PointerEvent) => {
      if (event.pointerType !== 'touch' || !event.isPrimary) return
      const onControl =
        event.target instanceof Element && event.target.closest('a, button') !== null
      touch.current = {
        id: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        phase: 'undecided',
        reach: 0,
        timer: onControl ? undefined : setTimeout(press, longPressTime),
      }
    }
    const press = () => {
      const now = touch.current
      if (now?.phase !== 'undecided') return
      now.phase = 'over'
      vibrate(20)
      onLongPress()
    }
    const move = (event: PointerEvent) => {
      const now = touch.current
      if (now === undefined || now.id !== event.pointerId || now.phase === 'over') return
      const x = event.clientX - now.x
      if (now.phase === 'undecided') decide(now, x, event.clientY - now.y)
      if (now.phase === 'swiping') follow(element, now, x, canSwipeLeft())
    }
    const up = (event: PointerEvent) => {
      const now = touch.current
      if (now === undefined || now.id !== event.pointerId) return
      end()
      if (now.phase === 'swiping') onSwipe(now.reach)
    }
    // The browser's own menu would come on top of the reactions.
    const menu = (event: Event) => {
      if (touch.current?.phase === 'over') event.preventDefault()
    }
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    element.addEventListener('pointerup', up)
    element.addEventListener('pointercancel', end)
    element.addEventListener('contextmenu', menu)
    return () => {
      clearTimeout(touch.current?.timer)
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerup', up)
      element.removeEventListener('pointercancel', end)
      element.removeEventListener('contextmenu', menu)
    }
  }, [card])
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
