import type { PublicPartner, SignInProblem } from '../../../domain/partner.ts'
import type { SignInResult } from '../../backend/sign-in.ts'
import { signInTexts } from './sign-in-texts.ts'

type Refusal = Extract<SignInResult, { ok: false }>['reason']

/** The place of a message: beside one of the two fields, or above the button. */
export interface SignInMessage {
  readonly place: 'username' | 'password' | 'form'
  readonly text: string
}

/** The German message for a result of validation or of the server (D8). */
export function signInMessage(
  reason: SignInProblem | Refusal,
  partners: readonly [PublicPartner, PublicPartner],
): SignInMessage {
  const [one, other] = partners
  const messages: Record<SignInProblem | Refusal, SignInMessage> = {
    'username-too-short': { place: 'username', text: signInTexts.usernameTooShort },
    'password-too-short': { place: 'password', text: signInTexts.passwordTooShort },
    'unknown-name': { place: 'username', text: signInTexts.unknownName(one.name, other.name) },
    'invalid-credentials': { place: 'password', text: signInTexts.wrongPassword },
    unreachable: { place: 'form', text: signInTexts.unreachable },
    'wrong-address': { place: 'form', text: signInTexts.wrongAddress },
    'too-many-attempts': { place: 'form', text: signInTexts.tooManyAttempts },
  }
  return messages[reason]
}
