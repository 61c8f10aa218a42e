import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { ListedEntry } from '../../replica/memory/entry-order.ts'

/** How often to look whether the dialog that asked has let go of the focus, in milliseconds. */
const interval = 20
const dialog = '[role$="dialog"]'
/** A key leads there at once. */
const undo = '[data-undo]'

/**
 * When the card that had the focus leaves the list, the focus goes to the card that takes its place instead of
 * falling to the page's start.
 */
export function useFocusRestore(
  list: RefObject<HTMLElement | null>,
  entries: readonly ListedEntry[],
): void {
  /** The card that has the focus, or had it before a dialog, and its place. */
  const last = useRef<{ readonly id: string; readonly place: number }>(undefined)

  useEffect(() => {
    const element = list.current
    if (element === null) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const remember = ({ target }: FocusEvent) => {
      const card = target instanceof Element ? target.closest('[data-entry]') : null
      const id = card?.getAttribute('data-entry')
      const place = card?.closest('li')?.getAttribute('aria-posinset')
      if (id && place) last.current = { id, place: Number(place) - 1 }
    }
    // Focus moved elsewhere: there is nothing to give back. A dialog returns it.
    const forget = ({ relatedTarget: next }: FocusEvent) => {
      if (!(next instanceof Element) || element.contains(next)) return
      if (next.closest(dialog) === null) last.current = undefined
    }
    element.addEventListener('focusin', remember, { signal })
    element.addEventListener('focusout', forget, { signal })
    return () => stop.abort()
  }, [list])

  useLayoutEffect(() => {
    const lost = last.current
    if (lost === undefined || entries.some(({ id }) => id === lost.id)) return undefined
    const timer = setInterval(() => {
      if (document.activeElement?.closest(dialog)) return
      last.current = undefined
      clearInterval(timer)
      // A dialog whose opener is gone gives the focus to what had it before: not where the person was.
      const focused = document.activeElement
      if (list.current?.contains(focused) === true || focused?.matches(undo) === true) return
      const next = entries[Math.min(lost.place, entries.length - 1)]
      const card = list.current?.querySelector<HTMLElement>(`[data-entry="${next?.id}"]`)
      card?.focus({ preventScroll: true })
    }, interval)
    return () => clearInterval(timer)
  }, [entries, list])
}
