import type { PartnerId } from '../../../domain/ids.ts'
import type { Backend } from '../../backend/backend.ts'
import type { SignInResult, SignedInPerson } from '../../backend/sign-in.ts'
import type { Unsent } from '../../replica/journal.ts'
import { forgetPerson, personKey, rememberedPerson, rememberPerson } from './remembered-person.ts'

/**
 * - `signed-out`: nobody is remembered on this device
 * - `signed-in`: someone is; the journal is readable and writable, also offline (D25)
 * - `lost`: someone is, but the server has ended the session: copy and outbox stay, sign in again
 */
export type SignInState =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in' | 'lost'; readonly person: SignedInPerson }

/** What sign-in must know of the local copies, which are named per person. */
export interface LocalCopies {
  /** What of this person's work lies on this device and not on the server. */
  unsent(person: PartnerId): Promise<Unsent>
  /** Deletes the person's copy, outbox and drafts from this device. */
  wipe(person: PartnerId): Promise<void>
}

export interface SignInKeeper {
  state(): SignInState
  subscribe(changed: () => void): () => void
  signIn(identifier: string, password: string): Promise<SignInResult>
  /** Forgets the person at once, then wipes the copy and ends the session (D25). */
  signOut(): void
}

/** Who is signed in on this device, from the remembered person and the sign-in service's session. */
export function createSignInKeeper(backend: Backend, copies: LocalCopies): SignInKeeper {
  const listeners = new Set<() => void>()
  let state = readState(backend)
  let leaving: Promise<unknown> = Promise.resolve()

  function refresh(): void {
    const next = readState(backend)
    if (sameState(state, next)) return
    state = next
    for (const changed of listeners) changed()
  }

  backend.onSession(refresh)
  // Another tab signed in or out.
  window.addEventListener('storage', (event) => {
    if (event.key === personKey || event.key === null) refresh()
  })

  return {
    state: () => state,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    async signIn(identifier, password) {
      // A sign-out still under way would end the new session.
      await leaving
      const result = await backend.signIn(identifier, password)
      if (result.ok) {
        rememberPerson(result.person)
        refresh()
      }
      return result
    },
    signOut() {
      if (state.kind === 'signed-out') return
      const { id } = state.person
      forgetPerson()
      refresh()
      leaving = Promise.allSettled([copies.wipe(id), backend.signOut()])
    },
  }
}

function readState(backend: Backend): SignInState {
  const person = rememberedPerson()
  if (person === undefined) return { kind: 'signed-out' }
  const session = backend.session()
  const alive = session.kind === 'active' && session.person === person.id
  return { kind: alive ? 'signed-in' : 'lost', person }
}

function sameState(one: SignInState, other: SignInState): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
