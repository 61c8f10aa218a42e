import { useEffect, useRef, type RefObject } from 'react'

/** Its signal is aborted when the screen that asked for the work is gone. */
export function useEnding(): RefObject<AbortController> {
  const ending = useRef(new AbortController())
  useEffect(() => {
    const controller = new AbortController()
    ending.current = controller
    return () => controller.abort()
  }, [])
  return ending
}
