import { useEffect, useRef, useState } from 'react'

/** How long the pressed value is shown after storing if the stored one never follows, in ms. */
const catchUpTimeoutMs = 500

export interface OptimisticValue<Value> {
  /** What to draw: the value pressed last, until the stored value has caught up with it. */
  readonly shown: Value
  /** Draws `value` in the next frame while `store` stores it. */
  change(value: Value, store: () => Promise<void>): Promise<void>
  /** The value that the next press must start from, even before React has drawn the last one. */
  current(): Value
}

/** A press; two of them are told apart also where both ask for the same value. */
interface Press<Value> {
  readonly subject: string
  readonly value: Value
}

/**
 * Bridges the few milliseconds between a press and the local copy's answer, so that a press shows
 * in the next frame and fast presses count from each other. It never shows its own value for
 * longer: once the stored value is the same, or a moment after storing, the stored value is shown
 * again.
 *
 * @param subject what the value is about, if it can change; a press applies to its own subject only
 */
export function useOptimisticValue<Value extends boolean | string>(
  stored: Value,
  subject = '',
): OptimisticValue<Value> {
  const [lastPressed, setPressed] = useState<{ press: Press<Value>; isStored: boolean }>()
  const latest = useRef<Press<Value>>(undefined)
  const pressed = lastPressed?.press.subject === subject ? lastPressed : undefined
  const isCaughtUp = pressed?.isStored === true && pressed.press.value === stored

  useEffect(() => {
    if (pressed?.isStored !== true) return undefined
    const { press } = pressed
    // React runs this after a later press too, where it has not drawn that one yet.
    const drop = () => {
      if (latest.current === press) latest.current = undefined
      setPressed((now) => (now?.press === press ? undefined : now))
    }
    if (isCaughtUp) {
      drop()
      return undefined
    }
    const timer = setTimeout(drop, catchUpTimeoutMs)
    return () => clearTimeout(timer)
  }, [pressed, isCaughtUp])

  return {
    shown: pressed?.press.value ?? stored,
    current: () => (latest.current?.subject === subject ? latest.current.value : stored),
    async change(value, store) {
      const press = { subject, value }
      latest.current = press
      setPressed({ press, isStored: false })
      try {
        await store()
      } finally {
        // A later press has taken over; its own storing decides.
        setPressed((now) => (now?.press === press ? { press, isStored: true } : now))
      }
    },
  }
}
