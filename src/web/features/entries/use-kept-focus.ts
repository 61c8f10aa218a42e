import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { DrawnPart } from './use-list-window.ts'

/** How often to look whether the dialog that asked has let go of the focus, in milliseconds. */
const interval = 100
const dialog = '[role$="dialog"]'

/**
 * When the card that had the focus leaves the list, the focus goes to the card that takes its
 * place instead of falling to the page's start. Where it only leaves the part that is drawn, the
 * browser goes on from where it was.
 */
export function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  { entries, place }: DrawnPart,
): void {
  const last = useRef<{ readonly id: string; readonly index: number }>(undefined)

  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const remember = (event: FocusEvent) => {
      if (!(event.target instanceof Element)) return
      const card = event.target.closest<HTMLElement>('[data-entry]')
      const id = card?.dataset['entry']
      if (card !== null && id !== undefined)
        last.current = { id, index: cardsIn(element).indexOf(card) }
    }
    // Who goes on to something else on the page has left the card; a dialog only borrows the focus.
    const forget = ({ relatedTarget: next }: FocusEvent) => {
      if (!(next instanceof Element) || element.contains(next)) return
      if (next.closest(dialog) === null) last.current = undefined
    }
    element.addEventListener('focusin', remember)
    element.addEventListener('focusout', forget)
    return () => {
      element.removeEventListener('focusin', remember)
      element.removeEventListener('focusout', forget)
    }
  }, [list])

  const after = place.after?.id
  const drawnAfter = useRef(after)

  useLayoutEffect(() => {
    if (drawnAfter.current !== after) {
      drawnAfter.current = after
      if (!entries.some((entry) => entry.id === last.current?.id)) last.current = undefined
    }
    const lost = last.current
    if (lost === undefined || entries.some((entry) => entry.id === lost.id)) return undefined
    const timer = setInterval(() => {
      if (document.activeElement?.closest(dialog)) return
      last.current = undefined
      clearInterval(timer)
      // A dialog whose opener is gone gives the focus to whatever had it before: not the place
      // where the person was.
      const cards = list.current === null ? [] : cardsIn(list.current)
      if (list.current?.contains(document.activeElement) !== true)
        cards[Math.min(lost.index, cards.length - 1)]?.focus({ preventScroll: true })
    }, interval)
    return () => clearInterval(timer)
  }, [entries, after, list])
}

function cardsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-entry]')]
}
