import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * When the pressed delete button leaves the page, the focus goes to the card in its place, or to
 * the empty state, instead of the page's start. Call the returned function with the card's place in
 * the list.
 */
export function useFocusAfterRemoval(area: RefObject<HTMLElement | null>): (index: number) => void {
  const removedAt = useRef<number>(undefined)
  // After every render: it is not known beforehand which one removes the button.
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (removedAt.current === undefined) return
    if (focused !== null && focused !== document.body) return
    const places = area.current?.querySelectorAll<HTMLElement>('[data-favourite]')
    places?.item(Math.min(removedAt.current, places.length - 1))?.focus({ preventScroll: true })
    removedAt.current = undefined
  })
  return (index) => {
    removedAt.current = index
  }
}
