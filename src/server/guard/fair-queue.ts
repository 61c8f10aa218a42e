/** How many headers are remembered: each device has one, and a new one every hour. */
const remembered = 64

/**
 * One request of each person and one of all strangers begin in each round of the event loop. A
 * header counts as a stranger's until its token has been verified once, so a forged one gains
 * nothing.
 */
export function createFairQueue() {
  const strangers = ''
  const people = new Map<string, string>()
  const waiting = new Map<string, (() => void)[]>()
  let isPlanned = false

  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    setImmediate(startRound)
  }

  function startRound(): void {
    isPlanned = false
    for (const [who, works] of waiting) {
      const work = works.shift()
      if (works.length === 0) waiting.delete(who)
      work?.()
    }
    if (waiting.size > 0) plan()
  }

  return {
    /** Runs `work` when it is the turn of the sender of this `Authorization` header. */
    run(authorization = '', work: () => void): void {
      const who = people.get(authorization) ?? strangers
      const works = waiting.get(who)
      if (works === undefined) waiting.set(who, [work])
      else works.push(work)
      plan()
    },
    /** This header's token is valid and belongs to this person. */
    recognise(authorization: string, person: string): void {
      people.delete(authorization)
      people.set(authorization, person)
      const [oldest] = people.keys()
      if (people.size > remembered && oldest !== undefined) people.delete(oldest)
    },
  }
}
