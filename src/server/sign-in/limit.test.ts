import { describe, expect, it } from 'vitest'
import { createSignInLimit } from './limit.ts'

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

  it('admits a known pair despite attempts by others, from its own address and elsewhere', () => {
    const { limit } = limitAt()
    limit.attempt('192.0.2.1', jonas)
    limit.succeeded('192.0.2.1', jonas)
    for (let index = 0; index < 300; index += 1) {
      limit.attempt('192.0.2.1', `n${index}`)
      limit.attempt(`s${index}`, jonas)
    }
    expect(limit.knows('192.0.2.1', jonas)).toBe(true)
    expect(limit.attempt('192.0.2.1', jonas)).toBeUndefined()
  })

  it('counts the attempts of a known device for itself, and those of others not for it', () => {
    const { limit, pass } = limitAt()
    limit.attempt('192.0.2.1', jonas)
    limit.succeeded('192.0.2.1', jonas)
    // A stranger at the address, which is known too.
    const wrong = Array.from({ length: 20 }, () => limit.attempt('192.0.2.1', jonas))
    expect(wrong.at(-1)).toBeGreaterThan(0)
    const tries = Array.from({ length: 20 }, () => limit.attempt('192.0.2.1', jonas, 'telefon'))
    expect(tries.filter((wait) => wait === undefined)).toHaveLength(10)
    expect(limit.attempt('198.51.100.1', jonas, 'telefon')).toBeGreaterThan(0)
    expect(limit.attempt('192.0.2.1', jonas, 'tablet')).toBeUndefined()
    pass(minute)
    expect(limit.attempt('192.0.2.1', jonas, 'telefon')).toBeUndefined()
    limit.succeeded('192.0.2.1', jonas, 'telefon')
    expect(limit.attempt('192.0.2.1', jonas, 'telefon')).toBeUndefined()
    // It gives the stranger nothing back: one attempt came with the minute.
    expect(limit.attempt('192.0.2.1', jonas)).toBeUndefined()
    expect(limit.attempt('192.0.2.1', jonas)).toBeGreaterThan(0)
  })

  it('knows a pair by a renewed session, and each pair for itself', () => {
    const { limit } = limitAt()
    limit.renewed('192.0.2.1', jonas)
    expect(limit.knows('192.0.2.1', jonas)).toBe(true)
    expect(limit.knows('192.0.2.1', 'zeljka@tagebuch.internal')).toBe(false)
    expect(limit.knows('192.0.2.2', jonas)).toBe(false)
  })

  it('counts a /48 of IPv6 as one internet connection, and leaves the account to others', () => {
    const { limit, pass } = limitAt()
    let tried = 0
    for (let index = 0; index < 3600; index += 1) {
      const network = `2001:db8:1:${((index % 256) * 256).toString(16)}::/64`
      if (limit.attempt(network, jonas) === undefined) tried += 1
      pass(1000)
    }
    expect(tried).toBeLessThanOrEqual(40 + 3600 / 15)
    expect(limit.attempt('192.0.2.1', jonas)).toBeUndefined()
  })

  it('does not let one /64 use up what its neighbours have', () => {
    const { limit } = limitAt()
    for (let index = 0; index < 1000; index += 1) limit.attempt('2001:db8:1:1::/64', `n${index}`)
    expect(limit.attempt('2001:db8:1:2::/64', jonas)).toBeUndefined()
  })
})
