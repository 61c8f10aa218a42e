import type { ChannelDeps } from './channel-deps.ts'
import type { Identity, TokenRefusal } from './identity.ts'

/** An identity, `null` for `anon`, or why there is none. */
export type Verdict = Identity | null | TokenRefusal | 'unavailable'

/** Finds out whose token this is; no token and the public key mean `anon`. */
export async function verdictOf(deps: ChannelDeps, token: string | null): Promise<Verdict> {
  if (token === null || token === '' || token === deps.anonKey) return null
  try {
    const verdict = await deps.verifyAccessToken(token)
    if (!verdict.ok) return verdict.reason
    const expired = verdict.claims.exp * 1000 <= deps.now()
    return expired ? 'expired' : { token, claims: verdict.claims }
  } catch {
    return 'unavailable'
  }
}
