import { describe, expect, it } from 'vitest'
import { oldestOfLargestNetwork } from './largest-network.ts'

const at = (address: string, since: number) => ({ address, since })
const line = (count: number) =>
  Array.from({ length: count }, (_, index) => at(`2001:db8:1:${index.toString(16)}::/64`, index))

describe('the place of a newcomer', () => {
  it('is that of the oldest of the largest network, a /48 counting as one', () => {
    const members = [at('192.0.2.1', 0), at('192.0.2.2', 0), ...line(4)]
    expect(oldestOfLargestNetwork(members, '192.0.2.3')).toEqual(at('2001:db8:1:0::/64', 0))
  })

  it('is looked for in the largest part of that network', () => {
    const members = [
      at('2001:db8:1:1::/64', 0),
      ...[7, 8, 9].map((since) => at('2001:db8:1:2::/64', since)),
    ]
    expect(oldestOfLargestNetwork(members, '192.0.2.3')).toEqual(at('2001:db8:1:2::/64', 7))
    expect(oldestOfLargestNetwork(members, '2001:db8:1:3::/64')).toEqual(at('2001:db8:1:2::/64', 7))
  })

  it('is nobody’s if the new one belongs to a largest network', () => {
    expect(oldestOfLargestNetwork(line(4), '2001:db8:1:5::/64')).toBeUndefined()
    expect(
      oldestOfLargestNetwork([at('192.0.2.1', 0), at('192.0.2.2', 0)], '192.0.2.3'),
    ).toBeUndefined()
    expect(oldestOfLargestNetwork([], '192.0.2.3')).toBeUndefined()
  })
})
