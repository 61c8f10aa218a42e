import { describe, expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

describe('the address an attempt counts for', () => {
  it.each([
    ['the peer without a proxy', '192.0.2.1', '198.51.100.1', false, '192.0.2.1'],
    ['the last entry behind one', '10.0.0.1', '198.51.100.1, 203.0.113.5', true, '203.0.113.5'],
    ['the peer when the proxy says nothing', '10.0.0.1', null, true, '10.0.0.1'],
    ['an IPv4 address in IPv6 form', '::ffff:192.0.2.1', null, false, '192.0.2.1'],
    ['the /64 of an IPv6 address', '2001:db8:1:2:3:4:5:6', null, false, '2001:db8:1:2::/64'],
    ['the /64 of a short one', '2001:db8::1', null, false, '2001:db8:0:0::/64'],
    ['the loopback', '::1', null, false, '0:0:0:0::/64'],
  ])('is %s', (_, peer, forwarded, trust, expected) => {
    expect(clientAddress(peer, forwarded, trust)).toBe(expected)
  })
})
