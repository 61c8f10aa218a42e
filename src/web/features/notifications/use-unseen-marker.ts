import { useEffect, useState } from 'react'
import type { Instant } from '../../../domain/ids.ts'
import { useJournal, useLive } from '../../replica/journal-context.tsx'

/**
 * Where the feed's thin "Neu" line stands: the last look as it was when this visit began. Opening
 * the bell clears its badge at once, but the line stays until the app is left and opened again,
 * because it is what helps to find the new things (D7).
 */
export function useUnseenMarker(): Instant | undefined {
  const journal = useJournal()
  const seenUntil = useLive(() => journal.news(), [journal])?.seenUntil
  const [marker, setMarker] = useState<Instant>()
  const [visit, setVisit] = useState(0)
  const [markedVisit, setMarkedVisit] = useState(-1)

  useEffect(() => {
    const returned = () => {
      if (document.visibilityState === 'visible') setVisit((count) => count + 1)
    }
    document.addEventListener('visibilitychange', returned)
    return () => document.removeEventListener('visibilitychange', returned)
  }, [])

  // Set while rendering, as React advises for state that follows another value.
  if (seenUntil !== undefined && markedVisit !== visit) {
    setMarkedVisit(visit)
    setMarker(seenUntil)
  }
  return marker
}
