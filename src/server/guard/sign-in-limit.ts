import { createTokenBuckets } from './token-buckets.ts'

/** Limits sign-in attempts and renewals. `address` is the client's, see `clientAddress`. */
export interface SignInLimit {
  /** Counts an attempt; the seconds to wait when there were too many, else `undefined`. */
  attempt(address: string, account: string): number | undefined
  /** The password was right: this attempt does not count, and this pair is trusted from now on. */
  succeeded(address: string, account: string): void
  /** Counts a renewal, generously. */
  refresh(address: string): number | undefined
}

/** Pairs of address and account that signed in before; a household has few. */
const mostTrusted = 1000
const trustedForMs = 30 * 24 * 3600 * 1000

/**
 * Three limits, so that guessing is hopeless and nobody can lock the owner out:
 * 20 attempts per address (one more every 30 s); 10 per address and account (one a minute, so
 * a mistyping owner gets in again long before 15 minutes); and for one account 100 from all
 * addresses together (one every 10 s), which never stops an address that has signed in to it
 * before. One stranger cannot use up the last, because the second limit is slower than its refill.
 */
export function createSignInLimit(now: () => number): SignInLimit {
  const byAddress = createTokenBuckets({ capacity: 20, refillSeconds: 30, now })
  const byPair = createTokenBuckets({ capacity: 10, refillSeconds: 60, now })
  const byAccount = createTokenBuckets({ capacity: 100, refillSeconds: 10, now })
  const renewals = createTokenBuckets({ capacity: 120, refillSeconds: 2, now })
  const trusted = new Map<string, number>()

  return {
    attempt(address, account) {
      const pair = pairOf(address, account)
      const wait = byAddress.take(address) ?? byPair.take(pair)
      if (wait !== undefined) return wait
      if ((trusted.get(pair) ?? 0) > now()) return undefined
      return byAccount.take(account.slice(0, 100))
    },
    succeeded(address, account) {
      const pair = pairOf(address, account)
      byAddress.giveBack(address)
      byPair.reset(pair)
      byAccount.giveBack(account.slice(0, 100))
      trusted.delete(pair)
      trusted.set(pair, now() + trustedForMs)
      const oldest = trusted.size > mostTrusted ? trusted.keys().next() : undefined
      if (oldest?.done === false) trusted.delete(oldest.value)
    },
    refresh: (address) => renewals.take(address),
  }
}

function pairOf(address: string, account: string): string {
  return `${address} ${account.slice(0, 100)}`
}
