import { createQueue } from './sign-in-guard.ts'

/**
 * Comparing a password keeps this process busy for some 70 ms, so one runs after the other and
 * everybody else is answered in between. No more than this many wait, in all and from one address.
 */
const mostWaiting = 64
const mostOfAddress = 8

export interface SignInTurns {
  /** Runs the task when its turn comes; `undefined` when too many are waiting already. */
  take<Result>(address: string, task: () => Promise<Result>): Promise<Result | undefined>
}

export function createSignInTurns(): SignInTurns {
  const queue = createQueue({ rests: true })
  const waiting = new Map<string, number>()
  let all = 0

  function count(address: string, more: 1 | -1): void {
    all += more
    const left = (waiting.get(address) ?? 0) + more
    if (left > 0) waiting.set(address, left)
    else waiting.delete(address)
  }

  return {
    async take(address, task) {
      if (all >= mostWaiting || (waiting.get(address) ?? 0) >= mostOfAddress) return undefined
      count(address, 1)
      try {
        return await queue(task)
      } finally {
        count(address, -1)
      }
    },
  }
}
