/** Everything random of a run comes from here, so that a seed names the run. */
export interface Chance {
  /** A number in [from, to). */
  between(from: number, to: number): number
  /** A whole number in [0, count). */
  below(count: number): number
  /** True with this probability. */
  happens(probability: number): boolean
  pick<Value>(values: readonly Value[]): Value
  /** Picks by weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
  /** An independent source: what one device draws shifts nothing for the others. */
  branch(): Chance
}

/** Mulberry32: 32 bits of state are enough to draw a day from. */
export function createChance(seed: number): Chance {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    between: (from, to) => from + next() * (to - from),
    below,
    happens: (probability) => next() < probability,
    pick(values) {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('nothing to pick from')
      return value
    },
    weighted(weights) {
      const entries = Object.entries<number>(weights)
      let rest = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        rest -= weight
        if (rest < 0) return name as keyof typeof weights
      }
      throw new Error('weights must not be empty')
    },
    branch: () => createChance(below(2 ** 32)),
  }
}
