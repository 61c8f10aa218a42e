import { useEffect, type RefObject } from 'react'

/** The focused element stays in sight if its scrolling box becomes smaller: the screen turns, or a keyboard comes. */
export function useFocusedInView(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      const focused = document.activeElement
      if (element.contains(focused)) focused?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
}
