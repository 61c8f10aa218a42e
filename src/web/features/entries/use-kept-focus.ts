import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { ShownEntry } from '../../replica/journal.ts'

/** After the dialog that asked has tried to give the focus back to what is gone, in milliseconds. */
const patience = 300

/**
 * When the card that had the focus leaves the list, the focus goes to the card that takes its
 * place instead of falling to the page's start (ux.md, "Keyboard").
 */
export function useKeptFocus(
  list: RefObject<HTMLElement | null>,
  entries: readonly ShownEntry[],
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
    element.addEventListener('focusin', remember)
    return () => element.removeEventListener('focusin', remember)
  }, [list])

  useLayoutEffect(() => {
    const lost = last.current
    if (lost === undefined || entries.some((entry) => entry.id === lost.id)) return undefined
    const timer = setTimeout(() => {
      last.current = undefined
      const focused = document.activeElement
      if (focused !== null && focused !== document.body) return
      const cards = list.current === null ? [] : cardsIn(list.current)
      cards[Math.min(lost.index, cards.length - 1)]?.focus({ preventScroll: true })
    }, patience)
    return () => clearTimeout(timer)
  }, [entries, list])
}

function cardsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-entry]')]
}
