import { setTimeout as pause } from 'node:timers/promises'
import { networksOf } from '../guard/client-address.ts'
import { findSlot, type Holder } from '../guard/slots.ts'
import { createRunner } from './runner.ts'

/** A waiting client: its address, and whether it signed in before. */
export interface Waiting {
  readonly address: string
  readonly known: boolean
}

/**
 * Runs tasks one after the other. Strangers have 64 slots to wait in, of which one internet
 * connection gets at most half; known clients have 16 of their own, and go first. So a stranger who
 * fills all slots of the strangers delays a known person by no more than the running task. After each
 * task comes a pause of its length, so that work which keeps this process busy (a comparison of
 * passwords takes some 70 ms) leaves half of its time to other requests.
 */
export function createPriorityMutex() {
  const strangers = createLane(64)
  const knownClients = createLane(16)
  const run = createRunner(() => knownClients.waiting.shift() ?? strangers.waiting.shift())

  return {
    /** Runs the task when its turn comes; `undefined` when too many are waiting already. */
    async take<Result>(who: Waiting, task: () => Promise<Result>): Promise<Result | undefined> {
      const { waiting, holders, all } = who.known ? knownClients : strangers
      const holder: Holder = { networks: networksOf(who.address) }
      const limits = { all, ofAddress: 8, endsFor: () => 'no one' as const }
      if (findSlot([...holders], holder, limits) !== 'free') return undefined
      holders.add(holder)
      try {
        return await new Promise((resolve, reject) => {
          waiting.push(async () => {
            const started = performance.now()
            await task().then(resolve, reject)
            await pause(performance.now() - started)
          })
          void run()
        })
      } finally {
        holders.delete(holder)
      }
    },
  }
}

/** The holders that wait, or run, in one of `all` slots. */
function createLane(all: number) {
  return { all, holders: new Set<Holder>(), waiting: new Array<() => Promise<void>>() }
}
