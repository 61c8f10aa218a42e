interface Lane {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * One person leaves connections to the other: at most `atOnce` of a person's tasks run at a time, and at most `waiting`
 * more wait, in order.
 */
export function createFairShare(most: { readonly atOnce: number; readonly waiting: number }) {
  const lanes = new Map<string, Lane>()

  return {
    /** Runs the work in the person's turn; `undefined` if too much of theirs waits already. */
    async run<Result>(person: string, work: () => Promise<Result>): Promise<Result | undefined> {
      const lane = lanes.get(person) ?? { running: 0, waiting: [] }
      lanes.set(person, lane)
      if (lane.waiting.length >= most.waiting) return undefined
      if (lane.running < most.atOnce) lane.running += 1
      // The task that ends hands its place on.
      else await new Promise<void>((resolve) => lane.waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = lane.waiting.shift()
        if (next === undefined) lane.running -= 1
        else next()
        if (lane.running === 0) lanes.delete(person)
      }
    },
  }
}
