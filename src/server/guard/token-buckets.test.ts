import { describe, expect, it } from 'vitest'
import { createTokenBuckets } from './token-buckets.ts'

describe('token buckets', () => {
  it('tell how long to wait, and that is enough', () => {
    let time = 0
    const buckets = createTokenBuckets({ capacity: 2, refillSeconds: 10, now: () => time })
    expect([buckets.take('a'), buckets.take('a')]).toEqual([undefined, undefined])
    const wait = buckets.take('a') ?? 0
    expect(wait).toBe(10)
    time += wait * 1000
    expect(buckets.take('a')).toBeUndefined()
    expect(buckets.take('a')).toBe(10)
  })

  it('remember a bounded number of keys, and forget the one used longest ago', () => {
    const buckets = createTokenBuckets({
      capacity: 1,
      refillSeconds: 60,
      mostKeys: 2,
      now: () => 0,
    })
    for (const key of ['a', 'b', 'c']) buckets.take(key)
    expect(buckets.take('a')).toBeUndefined()
    expect(buckets.take('c')).toBe(60)
  })

  it('survive a clock that is set back', () => {
    let time = 100_000
    const buckets = createTokenBuckets({ capacity: 1, refillSeconds: 10, now: () => time })
    buckets.take('a')
    time = 0
    expect(buckets.take('a')).toBe(10)
  })

  it('give their capacity at once, then their rate, and never hold more', () => {
    let now = 1_000_000
    const buckets = createTokenBuckets({ capacity: 3, refillSeconds: 0.1, now: () => now })
    const goes = () => buckets.take('socket') === undefined
    expect([goes(), goes(), goes(), goes()]).toEqual([true, true, true, false])
    now += 99
    expect(goes()).toBe(false)
    now += 101
    expect(goes()).toBe(true)
    now += 3_600_000
    expect([goes(), goes(), goes(), goes()]).toEqual([true, true, true, false])
  })
})
