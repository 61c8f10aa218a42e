import { useState } from 'react'

/** Cards drawn at first, and how many more each time the end comes near. */
const step = 30

export interface GrowingLimit {
  readonly limit: number
  readonly grow: () => void
  /** Grows faster and faster, for an entry far back. */
  readonly leap: () => void
}

/** How many entries to draw; another `key` starts anew. */
export function useGrowingLimit(key: string): GrowingLimit {
  const [state, setState] = useState({ key, limit: step })
  const current = state.key === key ? state : { key, limit: step }
  if (current !== state) setState(current)
  const change = (next: (limit: number) => number) =>
    setState((now) => ({ ...now, limit: next(now.limit) }))
  return {
    limit: current.limit,
    grow: () => change((limit) => limit + step),
    leap: () => change((limit) => limit * 4),
  }
}
