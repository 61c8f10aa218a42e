import { describe, expect, it } from 'vitest'
import { sharedAnswer } from './shared-answer.ts'

describe('a shared answer', () => {
  it('is requested once within its time for all callers, and again after that', async () => {
    let time = 0
    let asked = 0
    const answer = sharedAnswer(
      async () => (asked += 1),
      1000,
      () => time,
    )
    expect(await Promise.all([answer(), answer(), answer()])).toEqual([1, 1, 1])
    time = 999
    expect(await answer()).toBe(1)
    time = 1000
    expect(await answer()).toBe(2)
  })
})
