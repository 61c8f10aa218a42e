import { networksOf } from './client-address.ts'

/** A bounded number of places, in all and for each network that an address belongs to. */
export interface Places {
  /** Takes a place; returns how to leave it, or `undefined` if none is free. */
  enter(address: string): (() => void) | undefined
}

interface PlaceLimits {
  readonly all: number
  /** For an address (IPv6: its /64), and for the /56 and the /48 around it. */
  readonly ofNetwork: readonly [number, number, number]
}

export function createPlaces({ all, ofNetwork }: PlaceLimits): Places {
  const taken = new Map<string, number>()
  let total = 0

  function count(networks: readonly string[], more: 1 | -1): void {
    total += more
    for (const network of networks) {
      const left = (taken.get(network) ?? 0) + more
      if (left > 0) taken.set(network, left)
      else taken.delete(network)
    }
  }

  return {
    enter(address) {
      const networks = networksOf(address)
      const full = networks.some(
        (network, width) => (taken.get(network) ?? 0) >= (ofNetwork[width] ?? 0),
      )
      if (full || total >= all) return undefined
      count(networks, 1)
      return () => count(networks, -1)
    },
  }
}
