import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { EntryId } from '../../../domain/ids.ts'

/** How long the glow lasts, in milliseconds; the same as in `list-motion.css`. */
const glow = 2400

interface Highlight {
  /** The entry to show; a new request for the same one needs `undefined` in between. */
  readonly wanted: EntryId | undefined
  readonly isShown: boolean
  readonly more: boolean
  /** Draws more of the list, because the entry lies further back. */
  readonly leap: () => void
  /** Called once the entry is on the screen, or when there is no such entry. */
  readonly onDone: () => void
}

/** Brings an entry on the screen, gives it the focus and lets it glow; returns the glowing one. */
export function useHighlight(
  list: RefObject<HTMLElement | null>,
  highlight: Highlight,
): EntryId | undefined {
  const { wanted, isShown, more } = highlight
  const [glowing, setGlowing] = useState<EntryId>()
  const leap = useEffectEvent(highlight.leap)
  const done = useEffectEvent(highlight.onDone)

  useEffect(() => {
    if (wanted === undefined) return
    if (isShown) {
      const card = list.current?.querySelector<HTMLElement>(`[data-entry="${wanted}"]`)
      card?.scrollIntoView({ block: 'center' })
      card?.focus({ preventScroll: true })
      setGlowing(wanted)
      done()
    } else if (more) leap()
    else done()
  }, [wanted, isShown, more, list])

  useEffect(() => {
    if (glowing === undefined) return
    const timer = setTimeout(() => setGlowing(undefined), glow)
    return () => clearTimeout(timer)
  }, [glowing])

  return glowing
}
