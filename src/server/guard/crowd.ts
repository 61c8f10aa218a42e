import { networksOf } from './client-address.ts'

/** Someone who takes a place; `since` in milliseconds, `address` as `clientAddress` gives it. */
export interface Member {
  readonly address: string
  readonly since: number
}

/**
 * Whose place a newcomer gets: the oldest member of the largest crowd, looked for in the /48s, in
 * the /56s of the largest, in the /64s of that (IPv4: the addresses). So an internet connection
 * that takes all places loses one to others, and its narrower networks lose one to their
 * neighbours. `undefined` if the newcomer belongs to a crowd that is as large as any.
 */
export function outOfLargestCrowd<One extends Member>(
  members: readonly One[],
  newcomer: string,
): One | undefined {
  let crowd = members
  let gives = false
  for (const width of [2, 1, 0]) {
    const crowds = byNetwork(crowd, width)
    const own = crowds.get(networkOf(newcomer, width))?.length ?? 0
    crowd = [...crowds.values()].reduce(
      (one, other) => (other.length > one.length ? other : one),
      [],
    )
    gives ||= crowd.length > own + 1
  }
  return gives ? oldest(crowd) : undefined
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
  const crowds = new Map<string, One[]>()
  for (const member of members) {
    const network = networkOf(member.address, width)
    const crowd = crowds.get(network)
    if (crowd === undefined) crowds.set(network, [member])
    else crowd.push(member)
  }
  return crowds
}

function networkOf(address: string, width: number): string {
  const networks = networksOf(address)
  return networks[width] ?? networks.at(-1) ?? address
}
