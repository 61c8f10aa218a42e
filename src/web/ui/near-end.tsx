import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { Button } from './button.tsx'

/** How far beyond the screen the list loads more, so that no one sees it. */
const far = '800px 0px'

/**
 * Calls when the element is on the screen or near it.
 *
 * @param key changes with the list's length, so that the observer fires again for an edge that
 * stays near; undefined while nothing is to be called
 * @param reach how far beyond the screen, as `rootMargin` of an `IntersectionObserver`
 */
export function useNear(
  element: RefObject<HTMLElement | null>,
  onNear: () => void,
  key: string | number | undefined,
  reach = far,
): void {
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (element.current === null || key === undefined) return undefined
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some((one) => one.isIntersecting)) near()
      },
      { rootMargin: reach },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
    // Observes again for each length of the list.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [element, key, reach])
}

interface NearEndProps {
  /** Says what the button fetches. */
  readonly label: string
  /** How many lines the list has now. */
  readonly length: number
  readonly onNear: () => void
}

/** Loads more of a list when its end comes near, or by a button. */
export function NearEnd({ label, length, onNear }: NearEndProps) {
  const end = useRef<HTMLDivElement>(null)
  useNear(end, onNear, length)
  return (
    <div ref={end} className="grid justify-center py-2">
      <Button variant="ghost" onClick={onNear}>
        {label}
      </Button>
    </div>
  )
}
