import { BlockList, isIPv4 } from 'node:net'

/** Everything that is not the open internet (IANA's special-purpose registries). */
const notPublic = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Of the allocated part of IPv6: addresses that embed others or are for documentation.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, bits, network.includes(':') ? 'ipv6' : 'ipv4')

/** The only allocated part of IPv6. */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')

/** True for an IP address of the open internet; a mapped IPv4 address (`::ffff:…`) is not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4')
  return given.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}
