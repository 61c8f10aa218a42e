import type { AccessTokenVerifier } from '../accounts/access-token.ts'
import { identify, type Caller } from '../accounts/caller.ts'

/** The identity as which a channel acts; a channel without a token acts as `anon` and receives nothing. */
export type Identity = Extract<Caller, { kind: 'person' }>

export type TokenRefusal = Extract<Caller, { kind: 'refused' }>['reason']

/** The error message for a token that is not accepted. */
export const refusalTexts: Readonly<Record<TokenRefusal | 'unavailable', string>> = {
  invalid: 'InvalidJWTToken: The token is not valid',
  expired: 'InvalidJWTToken: Token has expired',
  revoked: 'InvalidJWTToken: The session has ended',
  unavailable: 'UnableToVerifyToken: Please try again',
}

/** The person of a token: `null` is `anon`, for no token and the public key; a word says why there is none. */
export async function identityOf(
  deps: { readonly anonKey: string; readonly verifier: Pick<AccessTokenVerifier, 'verify'> },
  token: string | null,
): Promise<Identity | null | TokenRefusal | 'unavailable'> {
  try {
    const caller = await identify(token === null || token === '' ? undefined : token, deps)
    if (caller.kind === 'refused') return caller.reason
    return caller.kind === 'person' ? caller : null
  } catch {
    return 'unavailable'
  }
}
