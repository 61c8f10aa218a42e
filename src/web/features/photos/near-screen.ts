import { useEffect, useState, type RefObject } from 'react'

/** So far above and below the screen: two of its heights. */
const reach = '200% 0px'

/** The functions to call as an element comes near. */
const waiting = new Map<Element, () => void>()

/** One for all photos of the page. */
let observer: IntersectionObserver | undefined

function observe(element: Element, onNear: () => void): () => void {
  observer ??= new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) if (isIntersecting) waiting.get(target)?.()
    },
    { rootMargin: reach },
  )
  waiting.set(element, onNear)
  observer.observe(element)
  return () => {
    waiting.delete(element)
    observer?.unobserve(element)
  }
}

/** True once the element has been within two screens of what is seen. */
export function useNearScreen(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (element.current === null || isNear) return undefined
    return observe(element.current, () => setNear(true))
  }, [element, isNear])
  return isNear
}
