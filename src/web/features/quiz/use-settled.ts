import { useEffect, useRef } from 'react'

/** Time in which a second press still belongs to the first, in milliseconds. */
const doublePress = 300

/**
 * Tells whether `screen` has stood long enough to be pressed on purpose. The second half of a double
 * click must not answer a question or leave an answer that nobody has read.
 */
export function useSettled(screen: string): () => boolean {
  const settled = useRef<string>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => {
      settled.current = screen
    }, doublePress)
    return () => {
      clearTimeout(timer)
      settled.current = undefined
    }
  }, [screen])
  return () => settled.current === screen
}
