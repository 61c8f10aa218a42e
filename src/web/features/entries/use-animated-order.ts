import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { PartnerId } from '../../../domain/ids.ts'
import { useJournal } from '../../replica/journal-context.tsx'
import { usePrefersReducedMotion } from '../../ui/media-query.ts'
import type { DrawnPart } from './use-list-window.ts'

/** Marks our animations among the transitions that buttons have of their own. */
const animationId = 'animated-order'
/** `--ease-out` of tokens.css; an animation takes no custom property. */
const timing = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)', id: animationId }

interface Standing {
  readonly part: DrawnPart
  /** Where each card stood in the list, in pixels from its top, by id and in order. */
  readonly places: ReadonlyMap<string, number>
}

/**
 * Lets cards glide to their new places and new ones fade in. Only transforms and opacity of what
 * already stands in its place are animated: no change of the list waits for a movement, no key is
 * lost, and each press reaches the card that is drawn under it, because cards stand still while a
 * pointer is down. What is off the screen takes its place at once, and where the window over the
 * list moves, nothing does. Nor does anything for an entry of one's own: its form goes in the same frame.
 */
export function useAnimatedOrder(list: RefObject<HTMLElement | null>, part: DrawnPart): void {
  const standing = useRef<Standing>(undefined)
  const isCalm = usePrefersReducedMotion()
  const { me } = useJournal()
  useStillnessUnderPointer(list)

  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return
    // While one types, each letter brings other cards: they stand still, and nobody asks where.
    if (part.isPreview) {
      standing.current = undefined
      return
    }
    const cards = cardsIn(element)
    const before = standing.current
    const top = element.offsetTop
    standing.current = {
      part,
      places: new Map(cards.map(({ id, item }) => [id, item.offsetTop - top])),
    }
    if (before === undefined || document.visibilityState === 'hidden') return
    const isSameList = before.part.key === part.key
    if (isSameList && before.part.place.after?.id !== part.place.after?.id) return
    if (isSameOrder(before.places, cards)) return
    if (isSameList && isMineThatCame(part, before.places, me)) return
    // All is measured before anything moves: each animation has the next measuring lay out the page anew.
    const moves = cards.flatMap(({ id, item }) => {
      if (!isOnScreen(item)) return []
      const place = before.places.get(id)
      if (place === undefined) return () => fadeIn(item, isCalm)
      return isSameList && !isCalm ? (glideOf(item, place - (item.offsetTop - top)) ?? []) : []
    })
    for (const move of moves) move()
  }, [list, part, isCalm, me])
}

/** True where entries of one's own alone have come above what stood there. */
function isMineThatCame(part: DrawnPart, before: Standing['places'], me: PartnerId): boolean {
  const known = part.entries.findIndex(({ id }) => before.has(id))
  return known > 0 && part.entries.slice(0, known).every(({ userId }) => userId === me)
}

function isOnScreen(item: HTMLElement): boolean {
  const { top, bottom } = item.getBoundingClientRect()
  return bottom > 0 && top < innerHeight
}

interface DrawnCard {
  readonly id: string
  /** The list's item around the card. */
  readonly item: HTMLElement
}

function cardsIn(list: HTMLElement): DrawnCard[] {
  return [...list.querySelectorAll<HTMLElement>('[data-entry]')].flatMap((card) => {
    const item = card.closest('li')
    return item === null ? [] : [{ id: card.dataset['entry'] ?? '', item }]
  })
}

/** True also where the list has only grown at its end: nothing on the screen has moved. */
function isSameOrder(before: Standing['places'], cards: readonly DrawnCard[]): boolean {
  const ids = [...before.keys()]
  return cards.length >= ids.length && ids.every((id, index) => cards[index]?.id === id)
}

/**
 * The way from where it is drawn at this moment, which may be amid an earlier glide; undefined where it stays.
 * @param distance in pixels, from the new place to the former one
 */
function glideOf(item: HTMLElement, distance: number): (() => void) | undefined {
  const earlier = motionsIn(item, false)
  const drawnShift = earlier.length === 0 ? 0 : new DOMMatrix(getComputedStyle(item).transform).m42
  const shift = distance + drawnShift
  if (shift === 0) return undefined
  return () => {
    for (const animation of earlier) animation.cancel()
    item.animate([{ transform: `translateY(${shift}px)` }, { transform: 'none' }], timing)
  }
}

function fadeIn(item: HTMLElement, isCalm: boolean): void {
  const start = isCalm ? { opacity: 0 } : { opacity: 0, scale: 0.97 }
  item.animate([start, { opacity: 1, ...(isCalm ? {} : { scale: 1 }) }], timing)
}

function motionsIn(element: HTMLElement, subtree: boolean): Animation[] {
  return element.getAnimations({ subtree }).filter(({ id }) => id === animationId)
}

/** A card that moved between a pointer's down and up would lose the press. */
function useStillnessUnderPointer(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    let held: Animation[] = []
    const hold = () => {
      held = motionsIn(element, true).filter(({ playState }) => playState === 'running')
      for (const animation of held) animation.pause()
    }
    const release = () => {
      for (const animation of held) if (animation.playState === 'paused') animation.play()
      held = []
    }
    const ends = ['pointerup', 'pointercancel'] as const
    element.addEventListener('pointerdown', hold, true)
    for (const end of ends) window.addEventListener(end, release)
    return () => {
      element.removeEventListener('pointerdown', hold, true)
      for (const end of ends) window.removeEventListener(end, release)
    }
  }, [list])
}
