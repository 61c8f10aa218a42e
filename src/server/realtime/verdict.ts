import type { Identity, TokenRefusal } from './identity.ts'
import type { Room } from './room.ts'

/** An identity, `null` for `anon`, or why there is none. */
export type Verdict = Identity | null | TokenRefusal | 'unavailable'

/** Finds out whom a token stands for; no token and the public key stand for `anon`. */
export async function verdictOf(room: Room, token: string | null): Promise<Verdict> {
  if (token === null || token === '' || token === room.anonKey) return null
  try {
    const verdict = await room.verifyAccessToken(token)
    if (!verdict.ok) return verdict.reason
    const expired = verdict.claims.exp * 1000 <= room.now()
    return expired ? 'expired' : { token, claims: verdict.claims }
  } catch {
    return 'unavailable'
  }
}
