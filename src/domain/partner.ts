import type { PartnerId } from './ids.ts'
import { comparisonKey, lengthOf, withoutInvisible } from './text.ts'

/** One of the two people, as the journal knows them after sign-in. */
export interface Profile {
  readonly id: PartnerId
  readonly name: string
}

/** What the sign-in page may know of a person before sign-in (D2). */
export interface PublicPartner {
  readonly name: string
  readonly identifier: string
}

/** Shortest name and password the sign-in form sends (docs/behaviour/sign-in.md). */
export const usernameMinimum = 2
export const passwordMinimum = 6

/** A key under which a name is the same however it is capitalised or composed, with characters that are not seen or without (D3). */
export function nameKey(name: string): string {
  return comparisonKey(withoutInvisible(name))
}

export type SignInProblem = 'username-too-short' | 'password-too-short' | 'unknown-name'

export type SignInValidation =
  | { readonly ok: true; readonly partner: PublicPartner }
  | { readonly ok: false; readonly reason: SignInProblem }

/**
 * Checks what was typed on the sign-in page, in the order in which the messages are shown
 * (docs/behaviour/sign-in.md), and finds the person whose name it is (D3).
 */
export function validateSignIn(
  username: string,
  password: string,
  partners: readonly PublicPartner[],
): SignInValidation {
  if (lengthOf(username) < usernameMinimum) return { ok: false, reason: 'username-too-short' }
  if (Array.from(password).length < passwordMinimum)
    return { ok: false, reason: 'password-too-short' }
  const partner = partners.find(({ name }) => nameKey(name) === nameKey(username))
  return partner === undefined ? { ok: false, reason: 'unknown-name' } : { ok: true, partner }
}
