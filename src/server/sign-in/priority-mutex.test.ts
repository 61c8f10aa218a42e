import { describe, expect, it } from 'vitest'
import { createPriorityMutex } from './priority-mutex.ts'

/** Fills all places that these addresses can get with tasks that wait for `end`. */
function fill(
  mutex: ReturnType<typeof createPriorityMutex>,
  addresses: readonly string[],
  end: Promise<void>,
) {
  return addresses.map(async (address) =>
    mutex.take({ address, known: false }, async () => {
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

describe('the mutex of sign-ins', () => {
  it('gives one IPv6 connection at most half of the places, with any of its networks', async () => {
    const mutex = createPriorityMutex()
    let finish = () => undefined as void
    const end = new Promise<void>((resolve) => (finish = resolve))
    const flood = fill(mutex, line, end)
    const other = mutex.take({ address: '192.0.2.1', known: false }, async () => 'let in')
    finish()
    expect(await other).toBe('let in')
    const outcomes = await Promise.all(flood)
    expect(outcomes.filter((outcome) => outcome === 'ran')).toHaveLength(32)
  })

  it('admits known clients, and first, while strangers hold all other places', async () => {
    const mutex = createPriorityMutex()
    const order: string[] = []
    let finish = () => undefined as void
    const end = new Promise<void>((resolve) => (finish = resolve))
    const flood = fill(mutex, everywhere, end).map(async (one) => {
      if ((await one) !== undefined) order.push('stranger')
    })
    const refused = await mutex.take({ address: '192.0.2.1', known: false }, async () => 'in')
    expect(refused).toBeUndefined()
    const known = mutex.take({ address: '192.0.2.1', known: true }, async () => order.push('known'))
    finish()
    await Promise.all([...flood, known])
    expect(order).toHaveLength(65)
    // One was under way already.
    expect(order.indexOf('known')).toBeLessThanOrEqual(1)
  })

  it('goes on after a task that failed', async () => {
    const mutex = createPriorityMutex()
    const failing = mutex.take({ address: 'a', known: false }, async () => {
      throw new Error('failed')
    })
    await expect(failing).rejects.toThrow('failed')
    expect(await mutex.take({ address: 'a', known: false }, async () => 'next')).toBe('next')
  })
})
