import { createContext, use, useSyncExternalStore, type ReactNode } from 'react'
import type { PublicPartner } from '../../../domain/partner.ts'
import type { LocalCopies, SignInStore, SignInState } from './sign-in-state.ts'

/** The parts of the app that sign-in needs. */
export interface SignInSetup {
  readonly title: string
  readonly partners: readonly [PublicPartner, PublicPartner]
  readonly store: SignInStore
  readonly copies: LocalCopies
}

const SignInContext = createContext<SignInSetup | undefined>(undefined)

export function SignInProvider(props: {
  readonly setup: SignInSetup
  readonly children: ReactNode
}) {
  return <SignInContext value={props.setup}>{props.children}</SignInContext>
}

export function useSignInSetup(): SignInSetup {
  const setup = use(SignInContext)
  if (setup === undefined) throw new Error('sign-in is used outside its provider')
  return setup
}

/** The person who is signed in on this device; the component follows. */
export function useSignInState(): SignInState {
  const { store } = useSignInSetup()
  return useSyncExternalStore(
    (changed) => store.subscribe(changed),
    () => store.state(),
  )
}
