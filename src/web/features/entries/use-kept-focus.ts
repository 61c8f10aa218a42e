import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import type { ShownEntry } from '../../replica/journal.ts'

/**
 * When the card that had the focus leaves the list, the focus goes to the card that takes its
 * place instead of falling to the page's start (ux.md, "Keyboard").
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>, entries: readonly ShownEntry[]) {
  const last = useRef<{ readonly id: string; readonly index: number }>(undefined)
  const cards = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]

  useLayoutEffect(() => {
    const lost = last.current
    if (lost === undefined || entries.some((entry) => entry.id === lost.id)) return
    last.current = undefined
    const next = cards()[Math.min(lost.index, entries.length - 1)]
    // After the dialog that asked has tried to give the focus back to what is gone.
    const timer = setTimeout(() => {
      const focused = document.activeElement
      if (focused === null || focused === document.body) next?.focus({ preventScroll: true })
    }, 300)
    return () => clearTimeout(timer)
  }, [entries, list])

  return (event: FocusEvent) => {
    const card = event.target.closest<HTMLElement>('[data-entry]')
    const id = card?.dataset['entry']
    if (card !== null && id !== undefined) last.current = { id, index: cards().indexOf(card) }
  }
}
