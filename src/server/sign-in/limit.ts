import { sessionLasts } from '../../domain/limits.ts'
import { networkShares, networksOf } from '../guard/client-address.ts'
import { createTokenBuckets, type BucketOptions } from '../guard/token-buckets.ts'

export type SignInLimit = ReturnType<typeof createSignInLimit>

/** Pairs of address and account that signed in before; a household has few. */
const mostKnown = 1000

/**
 * Three limits, so that guessing is hopeless and no stranger can lock the owner out: 20 attempts
 * per address (one more every 30 s); 10 per address and account (one a minute, so a mistyping owner
 * gets in again long before 15 minutes); and for one account 100 from all addresses together (one
 * every 10 s). A pair of address and account that signed in before has only its own limit, the
 * second, so others cannot use it up, and so has a device on which the account signed in: strangers at its address
 * use up the pair's. One stranger cannot use up the third, because the second is
 * slower than its refill, for a whole /48 too. `address` is the client's, see `clientAddress`; `device` the id of
 * one on which this account signed in (`createKnownDevices`).
 */
export function createSignInLimit(now: () => number) {
  const byAddress = createNetworkBuckets({ capacity: 20, refillSeconds: 30, now })
  const byPair = createNetworkBuckets({ capacity: 10, refillSeconds: 60, now })
  const byDevice = createTokenBuckets({ capacity: 10, refillSeconds: 60, now })
  const byAccount = createTokenBuckets({ capacity: 100, refillSeconds: 10, now })
  const renewals = createNetworkBuckets({ capacity: 120, refillSeconds: 2, now })
  const known = new Map<string, number>()

  function remember(address: string, account: string): void {
    const pair = pairOf(address, account)
    known.delete(pair)
    known.set(pair, now() + sessionLasts)
    while (known.size > mostKnown) known.delete(known.keys().next().value ?? '')
  }

  /** Whether the account signed in from this address before. */
  function knows(address: string, account: string): boolean {
    return (known.get(pairOf(address, account)) ?? 0) > now()
  }

  return {
    /** Counts an attempt; the seconds to wait when there were too many, else `undefined`. */
    attempt(address: string, account: string, device?: string): number | undefined {
      const text = account.slice(0, 100)
      if (device !== undefined) return byDevice.take(`${device} ${text}`)
      if (knows(address, text)) return byPair.takeNarrow(address, text)
      const wait = byAddress.take(address) ?? byPair.take(address, text)
      return wait ?? byAccount.take(text)
    },
    /** The password was right: this attempt does not count, and this pair is known from now on. */
    succeeded(address: string, account: string, device?: string): void {
      const text = account.slice(0, 100)
      remember(address, account)
      if (device !== undefined) return byDevice.reset(`${device} ${text}`)
      byAddress.giveBack(address)
      byPair.giveBack(address, text)
      byPair.resetNarrow(address, text)
      byAccount.giveBack(text)
    },
    /** A session of this account was renewed from this address: the pair is known from now on. */
    renewed: remember,
    /** Counts a renewal, generously: of the session of a token that exists, else of the address. */
    refresh: (sessionOrAddress: string) => renewals.take(sessionOrAddress),
    knows,
  }
}

/** Token buckets for an address and the networks around it; wider ones hold more. */
function createNetworkBuckets({ capacity, refillSeconds, now }: BucketOptions) {
  const byWidth = networkShares.map((share) =>
    createTokenBuckets({ capacity: capacity * share, refillSeconds: refillSeconds / share, now }),
  )
  const keyed = (address: string, suffix: string) =>
    networksOf(address).flatMap((network, width) => {
      const buckets = byWidth[width]
      return buckets === undefined ? [] : [{ buckets, key: `${network} ${suffix}` }]
    })

  return {
    /** Takes one for each network of the address, or none; the seconds to wait if one is empty. */
    take(address: string, suffix = ''): number | undefined {
      const taken: ReturnType<typeof keyed> = []
      for (const one of keyed(address, suffix)) {
        const wait = one.buckets.take(one.key)
        if (wait !== undefined) {
          // A refusal by one network must not use up the places of its neighbours.
          for (const { buckets, key } of taken) buckets.giveBack(key)
          return wait
        }
        taken.push(one)
      }
      return undefined
    },
    /** Takes one for the narrowest network alone. */
    takeNarrow: (address: string, suffix: string) => byWidth[0]?.take(`${address} ${suffix}`),
    giveBack(address: string, suffix = ''): void {
      for (const { buckets, key } of keyed(address, suffix)) buckets.giveBack(key)
    },
    resetNarrow(address: string, suffix: string): void {
      byWidth[0]?.reset(`${address} ${suffix}`)
    },
  }
}

function pairOf(address: string, account: string): string {
  return `${address} ${account.slice(0, 100)}`
}
