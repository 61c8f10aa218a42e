import { useEffect, useState } from 'react'

/**
 * The current time in milliseconds since 1970 for what a screen shows of it ("heute", "Geplant",
 * special days). It moves at each full minute and when the page is shown again, because timers
 * sleep in hidden pages.
 */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const refresh = () => setNow(Date.now())
    const timer = setTimeout(refresh, 60_000 - (now % 60_000))
    document.addEventListener('visibilitychange', refresh)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [now])
  return now
}
