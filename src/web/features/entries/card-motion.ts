import { useEffect, type RefObject } from 'react'
import type { PartnerId } from '../../../domain/ids.ts'
import { placeOfCard, seenCards, type CardPlaces } from './card-places.ts'

/** Marks our animations among the transitions that buttons have of their own. */
const animationId = 'animated-order'
/** `--ease-out` of tokens.css; an animation takes no custom property. */
const timing = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)', id: animationId }

interface Motion {
  readonly before: CardPlaces
  readonly now: CardPlaces
  readonly me: PartnerId
  /** True for eyes that want no movement. */
  readonly isCalm: boolean
}

/**
 * Lets the cards on the screen glide to their new places and new ones fade in. All of them are in their places
 * already: nothing waits for a movement. An entry of one's own starts none, because its form goes in the same frame.
 */
export function animateCards({ before, now, me, isCalm }: Motion): void {
  if (document.visibilityState === 'hidden') return
  const seen = seenCards(now)
  const fresh = seen.filter(({ entry }) => placeOfCard(before, entry.id) === undefined)
  if (fresh.length > 0 && fresh.every(({ entry }) => entry.userId === me)) return
  for (const { entry, item, top } of seen) {
    // The item itself stays: its place is measured meanwhile.
    const card = item.lastElementChild ?? item
    const former = placeOfCard(before, entry.id)
    if (former === undefined) fadeIn(card, isCalm)
    else if (!isCalm) glide(card, former.top - before.screen.scroll - (top - now.screen.scroll))
  }
}

/** @param distance in pixels, from the new place to the former one */
function glide(card: Element, distance: number): void {
  // It may still be on its way from an earlier change.
  const [earlier] = motionsIn(card, false)
  const drawn = earlier === undefined ? 0 : new DOMMatrix(getComputedStyle(card).transform).m42
  const shift = distance + drawn
  if (Math.abs(shift) < 1) return
  earlier?.cancel()
  card.animate([{ transform: `translateY(${shift}px)` }, { transform: 'none' }], timing)
}

function fadeIn(card: Element, isCalm: boolean): void {
  const start = isCalm ? { opacity: 0 } : { opacity: 0, scale: 0.97 }
  card.animate([start, { opacity: 1, ...(isCalm ? {} : { scale: 1 }) }], timing)
}

function motionsIn(element: Element, subtree: boolean): Animation[] {
  return element.getAnimations({ subtree }).filter(({ id }) => id === animationId)
}

/** A card that moved between a pointer's down and up would lose the press. */
export function usePauseReorderOnHover(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const play = (isPlayed: boolean) => {
      for (const motion of motionsIn(element, true))
        if (isPlayed && motion.playState === 'paused') motion.play()
        else if (!isPlayed && motion.playState === 'running') motion.pause()
    }
    element.addEventListener('pointerdown', () => play(false), { capture: true, signal })
    for (const end of ['pointerup', 'pointercancel'])
      window.addEventListener(end, () => play(true), { signal })
    return () => stop.abort()
  }, [list])
}
