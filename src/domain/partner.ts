import { passwordMinimum, usernameMinimum } from './limits.ts'
import { bareText } from './fold.ts'
import { expectedIdentifier, identifierDomain } from './identifier.ts'
import type { PartnerId } from './ids.ts'
import { comparisonKey, lengthOf, withoutInvisible } from './text.ts'

/** One of the two people, as the journal knows them after sign-in. */
export interface Profile {
  readonly id: PartnerId
  readonly name: string
}

/** The public facts about a person before sign-in (D2). */
export interface PublicPartner {
  readonly name: string
  readonly identifier: string
}

/** A key under which a name is the same however it is capitalised or composed, with invisible characters or without (D3). */
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
  const partner = findPartner(username, partners)
  return partner === undefined ? { ok: false, reason: 'unknown-name' } : { ok: true, partner }
}

/** Ways to mean a person, from the strictest; the first one that fits anyone decides. */
const ways: readonly ((typed: string, partner: PublicPartner) => boolean)[] = [
  (typed, { name }) => nameKey(name) === nameKey(typed),
  (typed, { identifier }) => identifier === nameKey(typed),
  (typed, { identifier }) => identifier === nameKey(typed) + identifierDomain,
  (typed, { name }) => lettersOnly(typed) !== '' && withoutDj(typed) === withoutDj(name),
  (typed, { name }) => lettersOnly(typed) + identifierDomain === expectedIdentifier(name),
]

/**
 * The one person whom these words can only mean: the name in any case, without its marks or with
 * invisible characters, or the identifier. Of two names that differ in marks alone, the one that was
 * typed; undefined if it may be either (D3).
 */
export function findPartner<Partner extends PublicPartner>(
  typed: string,
  partners: readonly Partner[],
): Partner | undefined {
  for (const isMeant of ways) {
    const meant = partners.filter((partner) => isMeant(typed, partner))
    if (meant.length > 0) return meant.length === 1 ? meant[0] : undefined
  }
  return undefined
}

function lettersOnly(text: string): string {
  return bareText(text).replace(/[^\p{L}\p{N}]/gu, '')
}

/** `dj` is what a keyboard without `đ` writes for it. */
function withoutDj(text: string): string {
  return lettersOnly(text).replaceAll('dj', 'd')
}
