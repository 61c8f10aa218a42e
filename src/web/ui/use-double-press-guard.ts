import { useEffect, useRef } from 'react'

/** Time in which a second press still belongs to the first, in milliseconds. */
const doublePressMs = 300

/**
 * Tells whether `screen` has been shown long enough for a deliberate press. The second press of a
 * double click must not answer a question or skip an answer.
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
