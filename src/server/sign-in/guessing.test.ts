import { describe, expect, it } from 'vitest'
import { createSignInLimit } from './limit.ts'
import { long } from '../../../tests/support/quick.ts'

const owner = 'jonas@tagebuch.internal'
const day = 24 * 3600

function start() {
  const clock = { now: 1_800_000_000_000 }
  return { clock, limit: createSignInLimit(() => clock.now) }
}

describe('guessing a password for a whole day', () => {
  it('gets at most 1450 tries from one address', long, () => {
    const { clock, limit } = start()
    let tried = 0
    for (let second = 0; second < day; second += 1) {
      clock.now += 1000
      if (limit.attempt('a', owner) === undefined) tried += 1
    }
    expect(tried).toBeLessThanOrEqual(1450)
  })

  it('gets at most 8740 tries on one account from however many addresses', long, () => {
    const { clock, limit } = start()
    let tried = 0
    for (let second = 0; second < day; second += 1) {
      clock.now += 1000
      if (limit.attempt(`a${second}`, owner) === undefined) tried += 1
    }
    expect(tried).toBeLessThanOrEqual(8740)
  })
})

describe('the limit of sign-in attempts', () => {
  it('uses no more memory for ever more addresses and names', () => {
    const { limit } = start()
    const fill = (from: number) => {
      for (let index = from; index < from + 20_000; index += 1)
        limit.attempt(`address ${index}`.padEnd(64, 'x'), `name ${index}`.padEnd(100, 'x'))
      return process.memoryUsage().heapUsed
    }
    const before = fill(0)
    expect(fill(20_000) - before).toBeLessThan(64 * 1024 * 1024)
  })
})
