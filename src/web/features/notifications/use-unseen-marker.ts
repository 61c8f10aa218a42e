import { useEffect, useState } from 'react'
import type { Instant } from '../../../domain/ids.ts'

/**
 * Where the feed's thin "Neu" line stands: at the last look, `seenUntil` (D7). A look on another
 * device moves it. A look here does not: opening the bell clears its badge, but the line is what
 * helps to find the new things, so it stays until the app is left and shown again. Call the second
 * value before such a look.
 */
export function useUnseenMarker(
  seenUntil: Instant | undefined,
): readonly [marker: Instant | undefined, keep: () => void] {
  const [kept, setKept] = useState<Instant>()
  useEffect(() => {
    const returned = () => {
      if (document.visibilityState === 'visible') setKept(undefined)
    }
    document.addEventListener('visibilitychange', returned)
    return () => document.removeEventListener('visibilitychange', returned)
  }, [])
  return [kept ?? seenUntil, () => setKept((current) => current ?? seenUntil)]
}
