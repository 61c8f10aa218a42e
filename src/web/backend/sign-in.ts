import type { PartnerId } from '../../domain/ids.ts'
import type { Calls } from './calls.ts'
import { isPassing, type SessionKeeper } from './session.ts'

/** A person who has signed in on this device. */
export interface SignedInPerson {
  readonly id: PartnerId
  readonly name: string
  readonly identifier: string
}

export type SignInResult =
  | { readonly ok: true; readonly person: SignedInPerson }
  | {
      readonly ok: false
      readonly reason: 'invalid-credentials' | 'unreachable' | 'too-many-attempts'
    }

/**
 * Signs in with the fixed internal identifier and a password (product-spec section 7, D8), then
 * reads the person's profile. An account without a profile is nobody's (D10).
 */
export async function signIn(
  session: SessionKeeper,
  calls: (person: PartnerId) => Calls,
  identifier: string,
  password: string,
): Promise<SignInResult> {
  const client = await session.client().catch(() => undefined)
  if (client === undefined) return { ok: false, reason: 'unreachable' }
  const { data, error } = await client.signInWithPassword({ email: identifier, password })
  if (error !== null) {
    if (error.status === 429) return { ok: false, reason: 'too-many-attempts' }
    return { ok: false, reason: isPassing(error) ? 'unreachable' : 'invalid-credentials' }
  }
  const id = data.user.id as PartnerId
  const profile = await calls(id).readRow('profiles', id)
  if (profile.ok && profile.value !== undefined)
    return { ok: true, person: { id, name: profile.value.name, identifier } }
  session.expectSignOut()
  await client.signOut({ scope: 'local' })
  return { ok: false, reason: profile.ok ? 'invalid-credentials' : 'unreachable' }
}

/**
 * Ends the session. auth-js takes 401, 403 and 404 for success; where the server cannot be
 * reached the session is dropped on this device alone, so that signing out always succeeds.
 */
export async function signOut(session: SessionKeeper): Promise<void> {
  session.expectSignOut()
  const client = await session.client()
  const { error } = await client.signOut()
  if (error !== null) await client.signOut({ scope: 'local' })
}
