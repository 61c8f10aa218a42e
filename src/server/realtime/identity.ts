/** The claims of a verified access token that this room uses. `exp` in seconds since 1970. */
export interface AccessClaims {
  readonly sub: string
  readonly role: string
  readonly session_id: string
  readonly exp: number
  readonly aud?: unknown
}

export type TokenRefusal = 'invalid' | 'expired' | 'revoked'

/** Verifies an access token: signature, audience, role, session and profile. Rejects if it cannot tell. */
export type VerifyAccessToken = (
  token: string,
) => Promise<{ ok: true; claims: AccessClaims } | { ok: false; reason: TokenRefusal }>

/** The ids of those of the claims' sessions that have ended. Rejects if it cannot tell. */
export type EndedSessions = (claims: readonly AccessClaims[]) => Promise<ReadonlySet<string>>

/** Who a channel acts as; a channel without a token acts as `anon` and receives nothing. */
export interface Identity {
  readonly token: string
  readonly claims: AccessClaims
}

/** The error message for a token that is not accepted. */
export const refusalTexts: Readonly<Record<TokenRefusal | 'unavailable', string>> = {
  invalid: 'InvalidJWTToken: The token is not valid',
  expired: 'InvalidJWTToken: Token has expired',
  revoked: 'InvalidJWTToken: The session has ended',
  unavailable: 'UnableToVerifyToken: Please try again',
}

interface Verification {
  readonly anonKey: string
  readonly verifyAccessToken: VerifyAccessToken
  readonly now: () => number
}

/** Whose token this is: `null` is `anon`, for no token and the public key; a word says why there is none. */
export async function identify(
  { anonKey, verifyAccessToken, now }: Verification,
  token: string | null,
): Promise<Identity | null | TokenRefusal | 'unavailable'> {
  if (token === null || token === '' || token === anonKey) return null
  try {
    const result = await verifyAccessToken(token)
    if (!result.ok) return result.reason
    const hasExpired = result.claims.exp * 1000 <= now()
    return hasExpired ? 'expired' : { token, claims: result.claims }
  } catch {
    return 'unavailable'
  }
}
