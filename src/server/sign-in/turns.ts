import { setTimeout as pause } from 'node:timers/promises'
import { createPlaces } from '../guard/places.ts'

/** A waiting client: its address, and whether it signed in before. */
export interface Waiting {
  readonly address: string
  readonly known: boolean
}

export interface Turns {
  /** Runs the task when its turn comes; `undefined` when too many are waiting already. */
  take<Result>(who: Waiting, task: () => Promise<Result>): Promise<Result | undefined>
}

/**
 * Runs tasks one after the other. Strangers have 64 places to wait in, of which one internet
 * connection gets at most half; known clients have 16 of their own, and go first. So a stranger who
 * fills all places of the strangers delays a known person by no more than the running task. After each
 * task comes a pause of its length, so that work which keeps this process busy (a comparison of
 * passwords takes some 70 ms) leaves half of its time to other requests.
 */
export function createTurns(): Turns {
  const strangers = lane(createPlaces({ all: 64, ofNetwork: [8, 16, 32] }))
  const knownClients = lane(createPlaces({ all: 16, ofNetwork: [8, 16, 16] }))
  let running = false

  async function run(): Promise<void> {
    if (running) return
    running = true
    for (;;) {
      const next = knownClients.waiting.shift() ?? strangers.waiting.shift()
      if (next === undefined) break
      const started = performance.now()
      await next()
      await pause(performance.now() - started)
    }
    running = false
  }

  return {
    async take(who, task) {
      const { places, waiting } = who.known ? knownClients : strangers
      const leave = places.enter(who.address)
      if (leave === undefined) return undefined
      try {
        return await new Promise((resolve, reject) => {
          waiting.push(async () => task().then(resolve, reject))
          void run()
        })
      } finally {
        leave()
      }
    },
  }
}

function lane(places: ReturnType<typeof createPlaces>) {
  const waiting: (() => Promise<void>)[] = []
  return { places, waiting }
}
