import { describe, expect, it } from 'vitest'
import { createSignInLimit } from './sign-in-limit.ts'

const minute = 60_000
const jonas = 'jonas@tagebuch.internal'

function limitAt() {
  let time = 1_000_000
  const limit = createSignInLimit(() => time)
  return { limit, pass: (milliseconds: number) => (time += milliseconds) }
}

describe('the limit of sign-in attempts', () => {
  it('refuses within 30 attempts and lets the owner in again within 15 minutes', () => {
    const { limit, pass } = limitAt()
    const waits = Array.from({ length: 30 }, () => limit.attempt('192.0.2.1', jonas))
    expect(waits.findIndex((wait) => wait !== undefined)).toBeLessThan(30)
    expect(waits.every((wait) => wait === undefined || (wait > 0 && wait <= 900))).toBe(true)
    pass(15 * minute)
    expect(limit.attempt('192.0.2.1', jonas)).toBeUndefined()
  })

  it('does not count attempts that succeed', () => {
    const { limit } = limitAt()
    for (let count = 0; count < 200; count += 1) {
      expect(limit.attempt('192.0.2.1', jonas)).toBeUndefined()
      limit.succeeded('192.0.2.1', jonas)
    }
  })

  it('refuses one address that tries many names', () => {
    const { limit } = limitAt()
    const waits = Array.from({ length: 30 }, (_, index) => limit.attempt('192.0.2.1', `n${index}`))
    expect(waits.some((wait) => wait !== undefined)).toBe(true)
  })

  it('never lets one stranger lock the owner out elsewhere, however long it goes on', () => {
    const { limit, pass } = limitAt()
    for (let second = 0; second < 3600; second += 1) {
      limit.attempt('203.0.113.9', jonas)
      pass(1000)
    }
    expect(limit.attempt('192.0.2.1', jonas)).toBeUndefined()
  })

  it('limits many strangers together, but not an address that signed in before', () => {
    const { limit } = limitAt()
    limit.attempt('192.0.2.1', jonas)
    limit.succeeded('192.0.2.1', jonas)
    const waits = Array.from({ length: 300 }, (_, index) => limit.attempt(`s${index}`, jonas))
    expect(waits.filter((wait) => wait === undefined).length).toBeLessThanOrEqual(101)
    expect(limit.attempt('192.0.2.1', jonas)).toBeUndefined()
  })

  it('limits renewals generously', () => {
    const { limit } = limitAt()
    const waits = Array.from({ length: 200 }, () => limit.refresh('192.0.2.1'))
    expect(waits.slice(0, 100).every((wait) => wait === undefined)).toBe(true)
    expect(waits.at(-1)).toBeGreaterThan(0)
  })
})
