import { networksOf } from './client-address.ts'

/** A connection that counts; `since` in milliseconds, `address` as `clientAddress` gives it. */
export interface Member {
  readonly address: string
  readonly since: number
}

/**
 * Which member ends for a new one: the oldest of the largest network, looked for in the /48s, in the
 * /56s of the largest, in the /64s of that (IPv4: the addresses). So an internet connection that
 * takes all places loses one to others, and its narrower networks lose one to their neighbours.
 * `undefined` if the network of the new one, at `address`, is as large as any.
 */
export function oldestOfLargestNetwork<One extends Member>(
  members: readonly One[],
  address: string,
): One | undefined {
  let largest = members
  let isLarger = false
  for (const width of [2, 1, 0]) {
    const groups = byNetwork(largest, width)
    const own = groups.get(networkOf(address, width))?.length ?? 0
    largest = [...groups.values()].reduce(
      (one, other) => (other.length > one.length ? other : one),
      [],
    )
    isLarger ||= largest.length > own + 1
  }
  return isLarger ? oldest(largest) : undefined
}

/** The member that came first. */
export function oldest<One extends Member>(members: readonly One[]): One | undefined {
  return members.reduce<One | undefined>(
    (first, one) => (first === undefined || one.since < first.since ? one : first),
    undefined,
  )
}

function byNetwork<One extends Member>(
  members: readonly One[],
  width: number,
): ReadonlyMap<string, readonly One[]> {
  const groups = new Map<string, One[]>()
  for (const member of members) {
    const network = networkOf(member.address, width)
    const group = groups.get(network)
    if (group === undefined) groups.set(network, [member])
    else group.push(member)
  }
  return groups
}

function networkOf(address: string, width: number): string {
  const networks = networksOf(address)
  return networks[width] ?? networks.at(-1) ?? address
}
