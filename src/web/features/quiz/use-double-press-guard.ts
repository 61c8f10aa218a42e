import { useEffect, useRef } from 'react'

/** Time in which a second press still belongs to the first, in milliseconds. */
const doublePressMs = 300

/**
 * Tells whether `screen` has been shown long enough to be pressed on purpose. The second half of a
 * double click must not answer a question or leave an answer that has not been read.
 */
export function useDoublePressGuard(screen: string): () => boolean {
  const pressable = useRef<string>(undefined)
  useEffect(() => {
    const timer = setTimeout(() => {
      pressable.current = screen
    }, doublePressMs)
    return () => {
      clearTimeout(timer)
      pressable.current = undefined
    }
  }, [screen])
  return () => pressable.current === screen
}
