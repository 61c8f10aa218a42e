import { useEffect, useRef, useState } from 'react'

/** How long an intent outlives its storing when the shown value never follows, in milliseconds. */
const patience = 500

export interface Intent<Value> {
  /** What to draw: the latest intent, until the stored value has caught up with it. */
  readonly shown: Value
  /** Draws `value` in the next frame while `store` stores it. */
  pursue(value: Value, store: () => Promise<void>): Promise<void>
  /** The value a further press must start from, even before React has drawn the last one. */
  current(): Value
}

/**
 * Bridges the few milliseconds between a press and the local copy's answer, so that a press shows in
 * the next frame and fast presses count from each other. It never invents a state for longer: once
 * the stored value is the same, or a moment after storing, the stored value is shown again.
 */
export function useIntent<Value extends boolean | string>(stored: Value): Intent<Value> {
  const [intent, setIntent] = useState<{ readonly value: Value; readonly isStored: boolean }>()
  const latest = useRef<Value>(undefined)
  const isCaughtUp = intent?.isStored === true && intent.value === stored

  useEffect(() => {
    if (intent?.isStored !== true) return undefined
    const drop = () => {
      latest.current = undefined
      setIntent(undefined)
    }
    if (isCaughtUp) {
      drop()
      return undefined
    }
    const timer = setTimeout(drop, patience)
    return () => clearTimeout(timer)
  }, [intent, isCaughtUp])

  return {
    shown: intent?.value ?? stored,
    current: () => latest.current ?? stored,
    async pursue(value, store) {
      latest.current = value
      setIntent({ value, isStored: false })
      try {
        await store()
      } finally {
        // A later press has taken over; its own storing decides.
        setIntent((now) => (now?.value === value ? { value, isStored: true } : now))
      }
    },
  }
}
