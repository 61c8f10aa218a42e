import { useEffect, type RefObject } from 'react'
import type { PartnerId } from '../../../domain/ids.ts'
import { placeOfCard, seenCards, type CardPlaces } from './card-places.ts'

/** Marks our animations among the transitions that buttons have of their own. */
const animationId = 'animated-order'
/** `--ease-out` of tokens.css; an animation takes no custom property. */
const timing = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)', id: animationId }

interface Motion {
  readonly before: CardPlaces
  /** True if the list's first card was among those before. */
  readonly wasStartDrawn: boolean
  readonly now: CardPlaces
  readonly me: PartnerId
  /** True for eyes that want no movement. */
  readonly isCalm: boolean
}

/**
 * Lets the cards on the screen glide to their new places and new ones fade in. All of them are in their places
 * already: nothing waits for a movement. An entry of one's own starts none, because its form goes in the same frame.
 */
export function animateCards({ before, wasStartDrawn, now, me, isCalm }: Motion): void {
  if (document.visibilityState === 'hidden') return
  const seen = seenCards(now)
  const drawnBefore = now.cards.map(({ entry }) => placeOfCard(before, entry.id) !== undefined)
  const arrived = new Set(arrivedAmong(drawnBefore, wasStartDrawn).map((at) => now.cards[at]))
  const fresh = seen.filter((card) => arrived.has(card))
  if (fresh.length > 0 && fresh.every(({ entry }) => entry.userId === me)) return
  // One that is pushed off the screen glides, too: without it its former place would be empty for that time.
  const leaving = seenCards(before).flatMap(({ entry }) => placeOfCard(now, entry.id) ?? [])
  for (const placed of new Set([...seen, ...leaving])) {
    // The item itself stays: its place is measured meanwhile.
    const card = placed.item.lastElementChild ?? placed.item
    const former = placeOfCard(before, placed.entry.id)
    if (arrived.has(placed)) fadeIn(card, isCalm)
    else if (former !== undefined && !isCalm)
      glide(card, topOf(former) - before.screen.scroll - (topOf(placed) - now.screen.scroll))
  }
}

/**
 * The start of the card below the parts that stand above it in its item: the heading of a day leaves as another
 * entry gets it.
 */
function topOf({ top, lead }: { readonly top: number; readonly lead: number }): number {
  return top + lead
}

/**
 * The places of cards that have come into the list. One that lies above or below all former ones was scrolled to, or is an
 * older one that the first sync brings: it is there without a fade.
 *
 * @param drawnBefore for each card from the first to the last whether it was drawn before
 */
export function arrivedAmong(
  drawnBefore: readonly boolean[],
  wasStartDrawn: boolean,
): readonly number[] {
  const first = wasStartDrawn ? 0 : drawnBefore.indexOf(true)
  const last = drawnBefore.lastIndexOf(true)
  return [...drawnBefore.keys()].filter((at) => !drawnBefore[at] && at >= first && at < last)
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
