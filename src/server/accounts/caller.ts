import type { AccessTokenClaims, AccessTokenResult, AccessTokenVerifier } from './access-token.ts'

/** The sender of a request, as far as their token proves it. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'person'; readonly token: string; readonly claims: AccessTokenClaims }
  | {
      readonly kind: 'refused'
      readonly reason: Exclude<AccessTokenResult, { ok: true }>['reason']
    }

/** The bearer token, `''` when the header is there but is no bearer, `undefined` without one. */
export function bearerOf(request: Request): string | undefined {
  const header = request.headers.get('authorization')
  if (header === null) return undefined
  return /^Bearer ([^\s]+)$/i.exec(header)?.[1] ?? ''
}

/**
 * No token, or the public key sent as one (the client does that before sign-in), is the
 * anonymous role. Anything else must be a genuine access token: what does not verify is
 * refused, never treated as anonymous.
 */
export async function identify(
  token: string | undefined,
  deps: { readonly anonKey: string; readonly verifier: Pick<AccessTokenVerifier, 'verify'> },
): Promise<Caller> {
  if (token === undefined || token === deps.anonKey) return { kind: 'anonymous' }
  const result = await deps.verifier.verify(token)
  return result.ok
    ? { kind: 'person', token, claims: result.claims }
    : { kind: 'refused', reason: result.reason }
}
