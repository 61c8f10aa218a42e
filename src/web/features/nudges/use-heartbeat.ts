import { useEffect } from 'react'
import { clearShown } from '../../browser/web-push.ts'
import { useNudgeCalls } from '../../replica/journal-context.tsx'

/** Two thirds of the time for which a heartbeat counts, so that a late one does no harm. */
const share = 2 / 3
/** In milliseconds, while no device of the person is nudged: that may change. */
const pauseWithout = 10 * 60_000

/**
 * Sends heartbeats while the page is visible, so that no nudge is about what the person sees, and closes
 * shown notifications.
 */
export function useHeartbeat(): void {
  const calls = useNudgeCalls()
  useEffect(() => {
    if (calls.support.kind !== 'ready') return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let ended = false

    async function beat(): Promise<void> {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      const counts = await calls.heartbeat()
      const seconds = counts.ok ? counts.value : 30
      if (ended || document.visibilityState !== 'visible') return
      clearTimeout(timer)
      timer = setTimeout(() => void beat(), seconds === 0 ? pauseWithout : seconds * share * 1000)
    }
    const changed = () => {
      void beat()
      if (document.visibilityState === 'visible') void clearShown()
    }

    changed()
    document.addEventListener('visibilitychange', changed)
    return () => {
      ended = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', changed)
    }
  }, [calls])
}
