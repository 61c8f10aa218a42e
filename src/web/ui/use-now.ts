import { useSyncExternalStore } from 'react'

/** One clock for the page, so that no two parts of a screen show different days. */
let now = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/**
 * The current time in milliseconds since 1970 for what a screen shows of it ("heute", "Geplant",
 * special days). It changes at each full minute and when the page becomes visible, because timers
 * pause in hidden pages.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) start()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

function start(): void {
  document.addEventListener('visibilitychange', move)
  move()
}

function stop(): void {
  document.removeEventListener('visibilitychange', move)
  clearTimeout(timer)
}

function move(): void {
  clearTimeout(timer)
  now = Date.now()
  timer = setTimeout(move, 60_000 - (now % 60_000))
  for (const listener of listeners) listener()
}
