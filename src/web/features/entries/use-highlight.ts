import { useEffect, useEffectEvent, type RefObject } from 'react'
import type { EntryId } from '../../../domain/ids.ts'

/** `coming`: it will be drawn in a moment; `further`: another part of the list must be drawn first. */
export type HighlightPlace = 'shown' | 'coming' | 'further' | 'absent'

interface Highlight {
  /** The entry to show; a new request for the same one needs `undefined` in between. */
  readonly wanted: EntryId | undefined
  readonly place: HighlightPlace
  /** Draws another part of the list, because the entry is further back. */
  readonly leap: (id: EntryId) => void
  /** Called once the entry is on the screen, or when there is no such entry. */
  readonly onDone: () => void
}

/** Brings an entry on the screen, gives it the focus and lets it glow once. */
export function useHighlight(list: RefObject<HTMLElement | null>, highlight: Highlight): void {
  const { wanted, place } = highlight
  const leap = useEffectEvent(highlight.leap)
  const done = useEffectEvent(highlight.onDone)

  useEffect(() => {
    if (wanted === undefined || place === 'coming') return
    if (place === 'shown') {
      const card = list.current?.querySelector<HTMLElement>(`[data-entry="${wanted}"]`)
      card?.scrollIntoView({ block: 'center' })
      card?.focus({ preventScroll: true })
      if (card instanceof HTMLElement) glow(card)
      done()
    } else if (place === 'further') leap(wanted)
    else done()
  }, [wanted, place, list])
}

/** A fading ring, so that the eye finds the card; it moves nothing, so calm eyes see it too. */
function glow(card: HTMLElement) {
  const ring = { boxShadow: '0 0 0 3px var(--color-accent)' }
  card.animate([{ ...ring, offset: 0 }, { ...ring, offset: 0.6 }, { boxShadow: 'none' }], 2400)
}
