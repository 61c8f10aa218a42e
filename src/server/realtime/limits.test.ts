import { describe, expect, it } from 'vitest'
import { createBucket } from './limits.ts'

describe('a bucket', () => {
  it('gives its burst at once, then its rate', () => {
    const bucket = createBucket(10, 3)
    const start = 1_000_000
    expect([0, 0, 0, 0].map((after) => bucket.take(start + after))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(bucket.take(start + 99)).toBe(false)
    expect(bucket.take(start + 200)).toBe(true)
  })

  it('never holds more than its burst', () => {
    const bucket = createBucket(10, 2)
    bucket.take(0)
    expect([0, 0, 0].map(() => bucket.take(3_600_000))).toEqual([true, true, false])
  })
})
