import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './button.tsx'

/** How far beyond the screen the list loads more, so that no one sees it. */
const far = '800px 0px'

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
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (end.current === null) return undefined
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some((one) => one.isIntersecting)) near()
      },
      { rootMargin: far },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
    // Observes again for each length of the list: its end may have stayed near.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [length])
  return (
    <div ref={end} className="grid justify-center py-2">
      <Button variant="ghost" onClick={onNear}>
        {label}
      </Button>
    </div>
  )
}
