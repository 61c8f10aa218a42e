import { describe, expect, it } from 'vitest'
import { networksOf } from './client-address.ts'
import { findSlot, type EndsFor } from './slots.ts'

const at = (address: string, name = address, endsFor: EndsFor = 'other networks') => ({
  networks: networksOf(address),
  name,
  endsFor,
})
type Held = ReturnType<typeof at>

const line = (count: number) =>
  Array.from({ length: count }, (_, index) => at(`2001:db8:1:${(index * 256).toString(16)}::/64`))

/** The slot of a newcomer from this address: `free`, `taken`, or the name of the holder that ends. */
function find(holders: readonly Held[], address: string, all = holders.length, ofAddress = 64) {
  const slot = findSlot(holders, at(address), { all, ofAddress, endsFor: (one) => one.endsFor })
  return typeof slot === 'string' ? slot : slot.ends.name
}

describe('a newcomer, while all slots are taken,', () => {
  it('gets that of the oldest of the largest network, a /48 counting as one', () => {
    const holders = [at('192.0.2.1'), at('192.0.2.2'), ...line(4)]
    expect(find(holders, '192.0.2.3')).toBe('2001:db8:1:0::/64')
  })

  it('gets one of the largest part of that network', () => {
    const holders = [
      at('2001:db8:1:1::/64', 'narrow'),
      ...['first', 'second', 'third'].map((name) => at('2001:db8:1:2::/64', name)),
    ]
    expect(find(holders, '192.0.2.3')).toBe('first')
    expect(find(holders, '2001:db8:1:3::/64')).toBe('first')
  })

  it('of a network that is as large as any gets only one that ends for anyone', () => {
    expect(find(line(4), '2001:db8:1:5::/64')).toBe('taken')
    expect(find([at('192.0.2.1'), at('192.0.2.2')], '192.0.2.3')).toBe('taken')
    const late = [at('192.0.2.1'), at('192.0.2.2', 'late', 'anyone')]
    expect(find(late, '192.0.2.3')).toBe('late')
  })

  it('never gets that of a known device', () => {
    const known = [1, 2, 3].map((name) => at('192.0.2.1', String(name), 'no one'))
    expect(find(known, '192.0.2.3')).toBe('taken')
    const one = at('192.0.2.1', 'stranger')
    expect(find([...known, one, at('192.0.2.1')], '192.0.2.3')).toBe('stranger')
  })
})

describe('a newcomer of a full network', () => {
  it.each([
    ['an IPv4 address', () => '192.0.2.1', 8],
    ['a /64', () => '2001:db8:1:2::/64', 8],
    ['a /56', (index: number) => `2001:db8:1:${index.toString(16)}::/64`, 16],
    ['a /48', (index: number) => `2001:db8:1:${(index * 256).toString(16)}::/64`, 32],
  ])('gets no slot; %s has a fixed number', (_, address, most) => {
    const holders = Array.from({ length: most }, (_, index) => at(address(index)))
    expect(find(holders.slice(1), address(most), 100, 8)).toBe('free')
    expect(find(holders, address(most), 100, 8)).toBe('taken')
    expect(find(holders, '198.51.100.1', 100, 8)).toBe('free')
  })

  it('gets that of a neighbour that ends for anyone, and no other network loses one', () => {
    const holders = [at('198.51.100.1', 'elsewhere', 'anyone'), at('192.0.2.1', 'late', 'anyone')]
    expect(find(holders, '192.0.2.1', 100, 1)).toBe('late')
  })

  it('loses to none while it belongs to no client, as a connection of a proxy between requests', () => {
    const holders = Array.from({ length: 9 }, () => at('192.0.2.1'))
    const limits = { all: 100, ofAddress: 1, endsFor: () => 'no one' as const }
    expect(findSlot(holders, { networks: [] }, limits)).toBe('free')
  })
})
