import { useEffect, useEffectEvent } from 'react'

const second = 1000

/**
 * Calls `onSecond` each whole second from the moment `question` appears, undefined for none. Hiding
 * the page pauses the clock in the middle of its second (D6).
 */
export function useSecondsWhileVisible(question: number | undefined, onSecond: () => void): void {
  const passed = useEffectEvent(onSecond)
  useEffect(() => {
    if (question === undefined) return undefined
    let left = second
    let since = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = () => {
      since = performance.now()
      timer = setTimeout(() => {
        left = second
        run()
        passed()
      }, left)
    }
    const stop = () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      left = Math.max(0, left - (performance.now() - since))
    }
    const follow = () => {
      stop()
      if (document.visibilityState === 'visible') run()
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', follow)
    }
  }, [question])
}
