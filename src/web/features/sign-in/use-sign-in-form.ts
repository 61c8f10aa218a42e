import { useState } from 'react'
import { validateSignIn, type PublicPartner } from '../../../domain/partner.ts'
import type { Unsent } from '../../replica/journal.ts'
import { fieldValue } from '../../ui/field-value.ts'
import { toast } from '../../ui/toast.tsx'
import { vibrate } from '../../ui/vibrate.ts'
import { useSignInSetup } from './sign-in-context.tsx'
import { signInMessage, type SignInMessage } from './sign-in-message.ts'
import { signInTexts } from './sign-in-texts.ts'

/** Someone else's unsent work found on this device, waiting for a decision. */
export interface OtherUnsent {
  readonly name: string
  readonly unsent: Unsent
  readonly partner: PublicPartner
}

/** The sign-in form's state and its button's action (D8, D25). */
export function useSignInForm(firstName: string) {
  const { store, partners, copies } = useSignInSetup()
  const [username, setUsername] = useState(firstName)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<SignInMessage>()
  const [otherUnsent, setOtherUnsent] = useState<OtherUnsent>()

  function show(next: SignInMessage): void {
    setMessage(next)
    vibrate(20)
    toast({ id: 'sign-in', title: next.text, tone: 'error' })
  }

  async function enter(partner: PublicPartner, typed = password): Promise<void> {
    setOtherUnsent(undefined)
    setBusy(true)
    const result = await store.signIn(partner.identifier, typed)
    setBusy(false)
    if (!result.ok) return show(signInMessage(result.reason, partners))
    toast({ id: 'sign-in', title: signInTexts.welcomeBack, tone: 'success' })
  }

  /** @param fields the form's, which a password manager may have filled without an event */
  async function submit(fields: HTMLFormControlsCollection): Promise<void> {
    if (busy) return
    const [name, secret] = [
      fieldValue(elementOf(fields, 'username'), username),
      fieldValue(elementOf(fields, 'password'), password),
    ]
    setUsername(name)
    setPassword(secret)
    const checked = validateSignIn(name, secret, partners)
    if (!checked.ok) return show(signInMessage(checked.reason, partners))
    setMessage(undefined)
    const state = store.state()
    if (state.kind !== 'signed-out' && state.person.identifier !== checked.partner.identifier) {
      const unsent = await copies.unsent(state.person.id)
      if (unsent.changes + unsent.drafts > 0)
        return setOtherUnsent({ name: state.person.name, unsent, partner: checked.partner })
    }
    await enter(checked.partner, secret)
  }

  return {
    username,
    setUsername,
    password,
    setPassword,
    busy,
    message,
    otherUnsent,
    forgetOtherUnsent: () => setOtherUnsent(undefined),
    submit,
    enter,
  }
}

function elementOf(fields: HTMLFormControlsCollection, name: string): Element | undefined {
  const field = fields.namedItem(name)
  return field instanceof Element ? field : undefined
}
