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

interface Pursued<Value> {
  readonly subject: string
  readonly value: Value
  readonly isStored: boolean
}

/**
 * Bridges the few milliseconds between a press and the local copy's answer, so that a press shows in
 * the next frame and fast presses count from each other. It never invents a state for longer: once
 * the stored value is the same, or a moment after storing, the stored value is shown again.
 *
 * @param subject what the value is about, where it can change; an intent counts for its own only
 */
export function useIntent<Value extends boolean | string>(
  stored: Value,
  subject = '',
): Intent<Value> {
  const [pursued, setIntent] = useState<Pursued<Value>>()
  const latest = useRef<Omit<Pursued<Value>, 'isStored'>>(undefined)
  const intent = pursued?.subject === subject ? pursued : undefined
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
    current: () => (latest.current?.subject === subject ? latest.current.value : stored),
    async pursue(value, store) {
      latest.current = { subject, value }
      setIntent({ subject, value, isStored: false })
      try {
        await store()
      } finally {
        // A later press has taken over; its own storing decides.
        setIntent((now) =>
          now?.value === value && now.subject === subject ? { ...now, isStored: true } : now,
        )
      }
    },
  }
}
