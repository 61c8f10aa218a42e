import type { Timers } from './timers.ts'

/** A clock that only a test moves. */
export interface TestTimers extends Timers {
  /** Advances the time and runs due callbacks in order. */
  advance(milliseconds: number): void
}

export function createTestTimers(start = 1_000_000): TestTimers {
  let now = start
  let waiting: { readonly at: number; readonly callback: () => void }[] = []
  return {
    now: () => now,
    random: () => 0,
    after(milliseconds, callback) {
      const entry = { at: now + milliseconds, callback }
      waiting.push(entry)
      return () => {
        waiting = waiting.filter((one) => one !== entry)
      }
    },
    advance(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const due = waiting.filter((one) => one.at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        waiting = waiting.filter((one) => one !== due)
        now = due.at
        due.callback()
      }
      now = end
    },
  }
}
