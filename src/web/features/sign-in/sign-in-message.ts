import type { PublicPartner, SignInProblem } from '../../../domain/partner.ts'
import type { SignInResult } from '../../backend/sign-in.ts'
import { signInTexts } from './texts.ts'

type Refusal = Extract<SignInResult, { ok: false }>['reason']

/** Where a message stands: beside one of the two fields, or above the button. */
export interface SignInMessage {
  readonly place: 'username' | 'password' | 'form'
  readonly text: string
}

/** The German message for what validation or the server said (product-spec sections 5, 8; D8). */
export function signInMessage(
  reason: SignInProblem | Refusal,
  partners: readonly [PublicPartner, PublicPartner],
): SignInMessage {
  const [one, other] = partners
  switch (reason) {
    case 'username-too-short':
      return { place: 'username', text: signInTexts.usernameTooShort }
    case 'password-too-short':
      return { place: 'password', text: signInTexts.passwordTooShort }
    case 'unknown-name':
      return { place: 'username', text: signInTexts.unknownName(one.name, other.name) }
    case 'invalid-credentials':
      return { place: 'password', text: signInTexts.wrongPassword }
    case 'unreachable':
      return { place: 'form', text: signInTexts.unreachable }
    case 'too-many-attempts':
      return { place: 'form', text: signInTexts.tooManyAttempts }
  }
}
