import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from './button.tsx'

interface NearEndProps {
  /** Says what the button fetches. */
  readonly label: string
  /** Draws more; give the end a new `key` for each length, so that a near end is felt again. */
  readonly onNear: () => void
}

/** How far below the screen the end of a list is felt, so that nobody sees it. */
const reach = '800px 0px'

/** Asks for more of a list when its end comes near, or by its button. */
export function NearEnd({ label, onNear }: NearEndProps) {
  const end = useRef<HTMLDivElement>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    const element = end.current
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      (seen) => {
        if (seen.some((one) => one.isIntersecting)) near()
      },
      { rootMargin: reach },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={end} className="grid justify-center py-2">
      <Button variant="ghost" onClick={onNear}>
        {label}
      </Button>
    </div>
  )
}
