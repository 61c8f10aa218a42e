import { useRef } from 'react'

const longestGap = 500

/**
 * Calls `onTriple` at the third tap when each came within 500 ms of the one before
 * (docs/behaviour/main-screen.md "Hidden surprises"). Returns what to call at each tap.
 */
export function useTripleTap(onTriple: () => void): () => void {
  const taps = useRef({ count: 0, last: 0 })
  return () => {
    const now = performance.now()
    const count = now - taps.current.last <= longestGap ? taps.current.count + 1 : 1
    taps.current = { count: count === 3 ? 0 : count, last: now }
    if (count === 3) onTriple()
  }
}
