import { useEffectEvent, useLayoutEffect } from 'react'

/**
 * Calls `pressed` for each key on the page while `isActive`. It listens with the first paint: a person who sees the
 * screen may press a key immediately.
 */
export function useKeyDown(isActive: boolean, pressed: (event: KeyboardEvent) => void): void {
  const pressedNow = useEffectEvent(pressed)
  useLayoutEffect(() => {
    if (!isActive) return undefined
    const listener = (event: KeyboardEvent) => pressedNow(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [isActive])
}
