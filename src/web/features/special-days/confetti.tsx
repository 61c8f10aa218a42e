import { useEffect, useState, type CSSProperties } from 'react'
import { confetti, secondsOf } from '../../../domain/limits.ts'
import type { SpecialDay } from '../../../domain/special-day.ts'
import { localSiteStorage } from '../../browser/site-storage.ts'
import { usePrefersReducedMotion } from '../../ui/media-query.ts'
import './confetti.css'

interface Piece {
  readonly id: number
  readonly style: CSSProperties
}

/** Names the last day on which it fell on this device. */
const marker = 'tagebuch.confetti'

/** Falls once on the day; nothing does where reduced motion is asked for. */
export function Confetti({ day: { kind, year } }: { readonly day: SpecialDay }) {
  const calm = usePrefersReducedMotion()
  const [pieces, setPieces] = useState<readonly Piece[]>([])
  useEffect(() => {
    const name = `${kind} ${year}`
    if (calm || localSiteStorage.getItem(marker) === name) return undefined
    const start = setTimeout(() => {
      localSiteStorage.setItem(marker, name)
      setPieces(throwPieces(Math.random))
    }, confetti.startsAfter)
    const end = setTimeout(() => setPieces([]), confetti.startsAfter + confetti.lasts)
    return () => {
      clearTimeout(start)
      clearTimeout(end)
      setPieces([])
    }
  }, [calm, kind, year])
  if (pieces.length === 0) return null
  return (
    <div className="confetti" data-kind={kind} aria-hidden="true">
      {pieces.map((piece) => (
        <i key={piece.id} style={piece.style} />
      ))}
    </div>
  )
}

/** The start, drift, turn and time of fall of each piece; all fall within the 5 s. */
function throwPieces(random: () => number): readonly Piece[] {
  return Array.from({ length: confetti.pieces }, (_, id) => {
    const fall = 2.2 + random() * 1.8
    return {
      id,
      style: {
        '--left': `${random() * 100}vw`,
        '--drift': `${(random() - 0.5) * 30}vw`,
        '--turn': `${(random() - 0.5) * 1440}deg`,
        '--size': `${6 + random() * 8}px`,
        '--fall': `${fall}s`,
        '--wait': `${random() * (secondsOf(confetti.lasts) - fall)}s`,
        '--colour': `var(--confetti-${id % 5})`,
      } as CSSProperties,
    }
  })
}
