import { useEffect, useState } from 'react'
import { TooltipFollower, type TooltipTarget } from './follow-tooltips.ts'
import { lazyPart } from './lazy-part.tsx'

const TooltipLayer = lazyPart(async () => (await import('./tooltip-layer.tsx')).TooltipLayer, {
  soon: true,
  isNeeded: ({ target }) => target !== undefined,
  // It only repeats the control's name.
  missing: () => null,
})

/**
 * The tooltips of all controls with `data-tooltip`; put once into the app. A tooltip repeats the control's
 * accessible name for the eye; it is never the only place of a fact.
 */
export function Tooltips() {
  const [target, setTarget] = useState<TooltipTarget>()
  useEffect(() => new TooltipFollower(setTarget).start(), [])
  return <TooltipLayer target={target} />
}
