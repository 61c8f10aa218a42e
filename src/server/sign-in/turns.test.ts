import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'
import type { Turns } from './turns.ts'

/** Fills all places that these addresses can get with tasks that wait for `end`. */
function fill(turns: Turns, addresses: readonly string[], end: Promise<void>) {
  return addresses.map(async (address) =>
    turns.take({ address, known: false }, async () => {
      await end
      return 'ran'
    }),
  )
}

const line = Array.from(
  { length: 256 },
  (_, index) => `2001:db8:1:${(index * 256).toString(16)}::/64`,
)
const everywhere = Array.from({ length: 256 }, (_, index) => `198.51.100.${index}`)

describe('turns', () => {
  it('give one IPv6 connection at most half of the places, with any of its networks', async () => {
    const turns = createTurns()
    let finish = () => undefined as void
    const end = new Promise<void>((resolve) => (finish = resolve))
    const flood = fill(turns, line, end)
    const other = turns.take({ address: '192.0.2.1', known: false }, async () => 'let in')
    finish()
    expect(await other).toBe('let in')
    const outcomes = await Promise.all(flood)
    expect(outcomes.filter((outcome) => outcome === 'ran')).toHaveLength(32)
  })

  it('admit known clients, and first, while strangers hold all other places', async () => {
    const turns = createTurns()
    const order: string[] = []
    let finish = () => undefined as void
    const end = new Promise<void>((resolve) => (finish = resolve))
    const flood = fill(turns, everywhere, end).map(async (one) => {
      if ((await one) !== undefined) order.push('stranger')
    })
    const refused = await turns.take({ address: '192.0.2.1', known: false }, async () => 'in')
    expect(refused).toBeUndefined()
    const known = turns.take({ address: '192.0.2.1', known: true }, async () => order.push('known'))
    finish()
    await Promise.all([...flood, known])
    expect(order).toHaveLength(65)
    // One was under way already.
    expect(order.indexOf('known')).toBeLessThanOrEqual(1)
  })

  it('go on after a task that failed', async () => {
    const turns = createTurns()
    const failing = turns.take({ address: 'a', known: false }, async () => {
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    expect(await turns.take({ address: 'a', known: false }, async () => 'next')).toBe('next')
  })
})
