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
  it.each([
    [1450, 'from one address', () => 'a'],
    [8740, 'on one account from however many addresses', (second: number) => `a${second}`],
  ])('gets at most %i tries %s', long, (most, _, addressAt) => {
    const { clock, limit } = start()
    let tried = 0
    for (let second = 0; second < day; second += 1) {
      clock.now += 1000
      if (limit.attempt(addressAt(second), owner) === undefined) tried += 1
    }
    expect(tried).toBeLessThanOrEqual(most)
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
