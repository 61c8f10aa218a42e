/**
 * Whom to count an attempt for. X-Forwarded-For is believed only when `TRUST_PROXY` says that a
 * reverse proxy sets it, and then only its last entry, the one that this proxy wrote itself.
 * An IPv6 address counts by its /64, because one household has all of that.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | null | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined
  return normalAddress(forwarded || peer || 'unknown')
}

function normalAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 64)
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
