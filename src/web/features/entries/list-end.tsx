import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { listTexts } from './texts.ts'

interface ListEndProps {
  /** Draws more; give the end a new `key` for each length, so that a near end is felt again. */
  readonly onNear: () => void
}

/** How far below the screen the end of the list is felt, so that nobody sees it. */
const reach = '800px 0px'

/** Asks for more entries when the list's end comes near, or by its button. */
export function ListEnd({ onNear }: ListEndProps) {
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
        {listTexts.more}
      </Button>
    </div>
  )
}
