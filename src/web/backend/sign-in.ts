import type { PartnerId } from '../../domain/ids.ts'
import { withoutInvisibleEnds } from '../../domain/text.ts'
import type { Calls } from './calls.ts'
import type { SessionEnd } from './session-end.ts'
import { isTransient, type SessionStore } from './session.ts'

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
      readonly reason: 'invalid-credentials' | 'unreachable' | 'too-many-attempts' | 'wrong-address'
    }

/** The error code for a name and a password that do not belong together. */
const wrongPassword = 'invalid_credentials'

/** Our server's error code if this page's address is not one of its own (docs/protocol.md). */
const addressRefused = 'address_refused'

/**
 * Signs in with the fixed internal identifier and a password (D8), then reads the person's profile.
 * An account without a profile belongs to no partner (D10).
 */
export async function signIn(
  session: SessionStore,
  ends: SessionEnd,
  calls: (person: PartnerId) => Calls,
  identifier: string,
  password: string,
): Promise<SignInResult> {
  const client = await session.client().catch(() => undefined)
  if (client === undefined) return { ok: false, reason: 'unreachable' }
  const attempt = (tried: string) =>
    client.signInWithPassword({ email: identifier, password: tried })
  // Pasted text may have a line's end or an invisible character at its ends; as it is, it was tried first.
  const bare = withoutInvisibleEnds(password)
  let answer = await attempt(password)
  if (answer.error?.code === wrongPassword && bare !== password && bare !== '')
    answer = await attempt(bare)
  const { data, error } = answer
  if (error !== null) {
    if (error.status === 429) return { ok: false, reason: 'too-many-attempts' }
    if (error.code === addressRefused) return { ok: false, reason: 'wrong-address' }
    return { ok: false, reason: isTransient(error) ? 'unreachable' : 'invalid-credentials' }
  }
  const id = data.user.id as PartnerId
  const profile = await calls(id).read('profiles', { id })
  if (profile.ok && profile.value !== undefined)
    return { ok: true, person: { id, name: profile.value.name, identifier } }
  await signOut(session, ends)
  return { ok: false, reason: profile.ok ? 'invalid-credentials' : 'unreachable' }
}

/**
 * Ends the session: immediately on this device, on all devices if the server can be reached (D25).
 * If it cannot be reached, or no longer accepts the access token, this device keeps a token that
 * can only end the session, and sends it when it can.
 */
export async function signOut(session: SessionStore, ends: SessionEnd): Promise<void> {
  const accessToken = ends.leave()
  session.forget()
  try {
    const client = await session.client()
    // Nothing is stored any more: this only stops a renewal that auth-js may be running.
    await client.signOut({ scope: 'local' })
    if (accessToken === undefined) return
    const { error } = await client.admin.signOut(accessToken, 'global')
    if (error === null) return ends.done()
  } finally {
    session.forgotten()
  }
  await ends.send()
}
