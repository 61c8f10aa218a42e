import { isIP } from 'node:net'

/**
 * The address for which an attempt counts: an IPv4 address, or the /64 of an IPv6 address. X-Forwarded-For counts
 * only if `TRUST_PROXY` says that a reverse proxy sets it, and then only its last entry, the one that this proxy
 * wrote itself, with or without a port and brackets. An entry that is no address counts as the proxy.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | null | undefined,
  trustProxy: boolean,
): string {
  const entries = trustProxy ? (forwardedFor ?? '') : ''
  const last = entries.slice(entries.lastIndexOf(',') + 1)
  return normalAddress(last) ?? normalAddress(peer ?? '') ?? 'unknown'
}

/**
 * The networks that a client's address counts for, the narrowest first. One internet connection may
 * hold a /64, a /56 or a /48 of IPv6, so limits apply to each of the three; IPv4 has the address
 * alone.
 */
export function networksOf(address: string): readonly string[] {
  if (!address.endsWith('::/64')) return [address]
  const [first, second, third, fourth = '0'] = address.slice(0, -'::/64'.length).split(':')
  const wide = `${first}:${second}:${third}`
  const upper = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [address, `${wide}:${upper}::/56`, `${wide}::/48`]
}

/** How many times as much as an address or a /64 its /56 and its /48 may have or do; see `networksOf`. */
export const networkShares = [1, 2, 4] as const

/** Longer than any address with zone, brackets and port. */
const longest = 80

function normalAddress(text: string): string | undefined {
  if (text.length > longest) return undefined
  const bare = withoutPort(text.trim())
  const version = isIP(bare)
  if (version !== 6) return version === 4 ? bare : undefined
  const groups = groupsOf(bare.replace(/%.*$/, ''))
  return mappedIpv4(groups) ?? `${hex(groups.slice(0, 4))}::/64`
}

/** `[2001:db8::1]:443`, `[2001:db8::1]` and `192.0.2.1:443` reduced to the address. */
function withoutPort(text: string): string {
  return (
    /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  )
}

/** The eight groups of a valid IPv6 address, as numbers. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address
    .replace(/[\d.]*\.[\d.]*$/, (quad) => {
      const [a = 0, b = 0, c = 0, d = 0] = quad.split('.').map(Number)
      return hex([a * 256 + b, c * 256 + d])
    })
    .split('::')
  const numbers = (part: string | undefined) =>
    part === undefined || part === '' ? [] : part.split(':').map((group) => parseInt(group, 16))
  const [left, right] = [numbers(head), numbers(tail)]
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

/** `::ffff:192.0.2.1`, in any spelling, is the IPv4 address. */
function mappedIpv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6)
  if (groups[5] !== 0xffff || groups.slice(0, 5).some((group) => group !== 0)) return undefined
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

const hex = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':')
