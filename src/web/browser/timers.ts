/** Time as the sync machinery sees it; tests move it. */
export interface Timers {
  /** Milliseconds since 1970 by the device's clock. */
  now(): number
  /** Calls back after `milliseconds`; the returned function prevents it. */
  after(milliseconds: number, callback: () => void): () => void
  /** A number in [0, 1). */
  random(): number
}

export const systemTimers: Timers = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const handle = setTimeout(callback, milliseconds)
    return () => clearTimeout(handle)
  },
  random: () => Math.random(),
}

const firstDelay = 1000
const longestDelay = 60_000

/**
 * Milliseconds before attempt `failures + 1`: doubling up to a minute, of which a random half to
 * all, so that two devices that lost the same server do not return together.
 */
export function backoff(failures: number, random: () => number): number {
  const full = Math.min(firstDelay * 2 ** Math.max(0, failures - 1), longestDelay)
  return full * (0.5 + random() / 2)
}
