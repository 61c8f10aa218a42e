import type { CSSProperties } from 'react'
import { usePrefersReducedMotion } from '../../ui/media-query.ts'

const shapes = ['✨', '💛', '⭐', '🎈', '💕', '🌟']
const pieceCount = 18

/** A short animation within the box around it; nothing with reduced motion. */
export function Sparks() {
  if (usePrefersReducedMotion()) return null
  return (
    <span aria-hidden="true" className="quiz-sparks">
      {Array.from({ length: pieceCount }, (_, at) => (
        <i key={at} style={flightOf(at)}>
          {shapes[at % shapes.length]}
        </i>
      ))}
    </span>
  )
}

/** All around, some farther and later than others. */
function flightOf(at: number): CSSProperties {
  const angle = (at / pieceCount) * 2 * Math.PI
  const reach = [1, 0.62, 0.82][at % 3] ?? 1
  return {
    '--x': `${Math.cos(angle) * reach * 12}rem`,
    '--y': `${Math.sin(angle) * reach * 6}rem`,
    '--wait': `${(at % 4) * 60}ms`,
  } as CSSProperties
}
