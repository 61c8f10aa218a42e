import { describe, expect, it } from 'vitest'
import { clientAddress, networksOf } from './client-address.ts'

describe('the address an attempt counts for', () => {
  it.each([
    ['the peer without a proxy', '192.0.2.1', '198.51.100.1', false, '192.0.2.1'],
    ['the last entry behind one', '10.0.0.1', '198.51.100.1, 203.0.113.5', true, '203.0.113.5'],
    ['that entry without its port', '10.0.0.1', '203.0.113.5:4711', true, '203.0.113.5'],
    ['one in brackets', '10.0.0.1', '[2001:db8:1:2::5]', true, '2001:db8:1:2::/64'],
    ['one in brackets with a port', '10.0.0.1', '[2001:db8:1:2::5]:443', true, '2001:db8:1:2::/64'],
    ['the peer when the proxy says nothing', '10.0.0.1', null, true, '10.0.0.1'],
    ['the peer when the proxy names no address', '10.0.0.1', 'unknown', true, '10.0.0.1'],
    ['the peer when that is no address either', undefined, '1.2.3.4.5', true, 'unknown'],
    ['an IPv4 address in IPv6 form', '::ffff:192.0.2.1', null, false, '192.0.2.1'],
    ['one in hexadecimal IPv6 form', '::ffff:c000:0201', null, false, '192.0.2.1'],
    ['the /64 of an IPv6 address', '2001:db8:1:2:3:4:5:6', null, false, '2001:db8:1:2::/64'],
    ['the same of another spelling', '2001:0DB8:0001:0002::6', null, false, '2001:db8:1:2::/64'],
    ['the /64 of a short one', '2001:db8::1', null, false, '2001:db8:0:0::/64'],
    ['the /64 of one with a zone', 'fe80::1%eth0', null, false, 'fe80:0:0:0::/64'],
    ['the loopback', '::1', null, false, '0:0:0:0::/64'],
  ])('is %s', (_, peer, forwarded, trust, expected) => {
    expect(clientAddress(peer, forwarded, trust)).toBe(expected)
  })
})

describe('the networks an address counts for', () => {
  it('are the /64, the /56 and the /48 of IPv6, and of IPv4 the address', () => {
    expect(networksOf(clientAddress('2001:db8:1:23ff::1', null, false))).toEqual([
      '2001:db8:1:23ff::/64',
      '2001:db8:1:2300::/56',
      '2001:db8:1::/48',
    ])
    expect(networksOf('192.0.2.1')).toEqual(['192.0.2.1'])
  })
})
