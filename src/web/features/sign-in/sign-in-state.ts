import type { PartnerId } from '../../../domain/ids.ts'
import type { Backend } from '../../backend/backend.ts'
import type { SessionLoss } from '../../backend/session-loss.ts'
import type { SignInResult, SignedInPerson } from '../../backend/sign-in.ts'
import type { Unsent } from '../../replica/journal.ts'
import {
  forgetPerson,
  markWipe,
  personKey,
  rememberedPerson,
  rememberPerson,
  unfinishedWipes,
} from './remembered-person.ts'

/**
 * - `signed-out`: no one is remembered on this device
 * - `signed-in`: someone is; the journal is readable and writable, also offline (D25)
 * - `lost`: someone is, but the server has ended the session: copy and outbox stay, sign in again
 */
export type SignInState =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly person: SignedInPerson }
  | { readonly kind: 'lost'; readonly person: SignedInPerson; readonly reason: SessionLoss }

/** The facts about the local copies, which are named per person, that sign-in needs. */
export interface LocalCopies {
  /** This person's work that is on this device and not on the server. */
  unsent(person: PartnerId): Promise<Unsent>
  /** Deletes the person's copy, outbox and drafts from this device. */
  wipe(person: PartnerId): Promise<void>
  /** Keeps a copy that could not be deleted: its person has signed in again. */
  reuse(person: PartnerId): Promise<void>
  /** Deletes shared texts that no form has taken yet. */
  forgetShared(): Promise<void>
  /** Forgets where this tab's lists stood, and what was searched for in them. */
  forgetPlaces(): void
}

/** The person who is signed in on this device, from the remembered person and the sign-in service's session. */
export class SignInStore {
  readonly #backend: Backend
  readonly #copies: LocalCopies
  readonly #listeners = new Set<() => void>()
  #state: SignInState
  #leaving: Promise<unknown>

  constructor(backend: Backend, copies: LocalCopies) {
    this.#backend = backend
    this.#copies = copies
    this.#state = readState(backend)
    this.#forgetPlaces()
    // Wipes copies that an ended page left half deleted.
    this.#leaving = this.#finishWipes()
    // The page ended in the middle of a sign-out.
    if (this.#state.kind !== 'signed-out' && unfinishedWipes().includes(this.#state.person.id))
      this.signOut()
    backend.onSession(() => this.#refresh())
    // Another tab signed in or out.
    window.addEventListener('storage', (event) => {
      if (event.key === personKey || event.key === null) this.#refresh()
    })
    // A page that was kept for Back has not heard of that.
    window.addEventListener('pageshow', () => this.#refresh())
  }

  readonly state = (): SignInState => this.#state

  readonly subscribe = (changed: () => void): (() => void) => {
    this.#listeners.add(changed)
    return () => this.#listeners.delete(changed)
  }

  async signIn(identifier: string, password: string): Promise<SignInResult> {
    // An unfinished sign-out, here or in a page that ended, would delete the new copy.
    await this.#leaving
    await this.#finishWipes()
    const result = await this.#backend.signIn(identifier, password)
    if (result.ok) {
      const { id } = result.person
      if (unfinishedWipes().includes(id)) await this.#copies.reuse(id)
      markWipe(id, 'done')
      rememberPerson(result.person)
      this.#refresh()
    }
    return result
  }

  /** Forgets the person at once, then wipes the copy and ends the session (D25). */
  signOut(): void {
    if (this.#state.kind === 'signed-out') return
    markWipe(this.#state.person.id, 'begun')
    forgetPerson()
    // Immediately and only here: texts that are shared from now on wait for the next person who
    // signs in.
    void this.#copies.forgetShared()
    const ended = this.#backend.signOut()
    this.#refresh()
    this.#leaving = Promise.allSettled([this.#finishWipes(), ended])
  }

  /** True if the server can be told later of a sign-out without a network. */
  endsLater(): boolean {
    return this.#backend.endsLater()
  }

  #refresh(): void {
    const next = readState(this.#backend)
    if (sameState(this.#state, next)) return
    this.#state = next
    this.#forgetPlaces()
    for (const changed of this.#listeners) changed()
  }

  /** In each tab for itself, whichever of them the person signed out in. */
  #forgetPlaces(): void {
    if (this.#state.kind === 'signed-out') this.#copies.forgetPlaces()
  }

  async #finishWipes(): Promise<void> {
    for (const id of unfinishedWipes()) {
      if (this.#state.kind !== 'signed-out' && this.#state.person.id === id) continue
      const isGone = await this.#copies.wipe(id).then(
        () => true,
        () => false,
      )
      if (isGone) markWipe(id, 'done')
    }
  }
}

function readState(backend: Backend): SignInState {
  const person = rememberedPerson()
  if (person === undefined) return { kind: 'signed-out' }
  const session = backend.session()
  const alive = session.kind === 'active' && session.person === person.id
  return alive ? { kind: 'signed-in', person } : { kind: 'lost', person, reason: backend.loss() }
}

function sameState(one: SignInState, other: SignInState): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
