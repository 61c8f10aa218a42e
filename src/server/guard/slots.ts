import { networkShares } from './client-address.ts'

/** The holder of a slot: a connection, a socket, an attempt to sign in that waits. */
export interface Holder {
  /** `networksOf` the client's address; none while it belongs to no client. */
  readonly networks: readonly string[]
}

/** When a holder ends for a newcomer; one that is known never does. */
export type EndsFor = 'anyone' | 'other networks' | 'no one'

interface SlotLimits<One> {
  readonly all: number
  /** For an IPv4 address or a /64; a /56 and a /48 have `networkShares` of it. */
  readonly ofAddress: number
  readonly endsFor: (holder: One) => EndsFor
}

/** `taken`: there is no slot for the newcomer, and no holder ends for it. */
export type Slot<One> = 'free' | 'taken' | { readonly ends: One }

/**
 * The one rule by which clients share what is bounded. If all slots are taken, the oldest holder of the largest network
 * ends, so that no internet connection keeps others out. If a network of the newcomer is full, or is the largest
 * itself, it gets only a slot that its neighbours have no claim to any more. `holders` are in order of age.
 */
export function findSlot<One extends Holder>(
  holders: readonly One[],
  { networks }: Holder,
  { all, ofAddress, endsFor }: SlotLimits<One>,
): Slot<One> {
  const ofNetwork = (network: string | undefined, width: number) =>
    holders.filter((holder) => holder.networks[width] === network)
  const full = networks.findIndex(
    (network, width) => ofNetwork(network, width).length >= ofAddress * (networkShares[width] ?? 1),
  )
  if (full === -1 && holders.length < all) return 'free'
  const strangers = holders.filter((holder) => endsFor(holder) !== 'no one')
  const rivals = full === -1 ? holders : ofNetwork(networks[full], full)
  const ends =
    (full === -1 ? oldestOfLargestNetwork(strangers, networks) : undefined) ??
    rivals.find((holder) => endsFor(holder) === 'anyone')
  return ends === undefined ? 'taken' : { ends }
}

/**
 * Looked for in the /48s, in the /56s of the largest, in the /64s of that: the narrower networks of one internet
 * connection lose a slot to their neighbours. `undefined` if the newcomer's network is as large as any.
 */
function oldestOfLargestNetwork<One extends Holder>(
  holders: readonly One[],
  networks: readonly string[],
): One | undefined {
  let largest = holders
  let isLarger = false
  for (const width of [2, 1, 0]) {
    const groups = new Map<string, One[]>()
    for (const holder of largest) {
      const network = networkAt(holder.networks, width)
      const group = groups.get(network)
      if (group === undefined) groups.set(network, [holder])
      else group.push(holder)
    }
    const own = groups.get(networkAt(networks, width))?.length ?? 0
    largest = [...groups.values()].reduce(
      (one, other) => (other.length > one.length ? other : one),
      [],
    )
    isLarger ||= largest.length > own + 1
  }
  return isLarger ? largest[0] : undefined
}

function networkAt(networks: readonly string[], width: number): string {
  return networks[width] ?? networks.at(-1) ?? ''
}
