import { useSyncExternalStore } from 'react'
import type { PublicPartner } from '../../../domain/partner.ts'
import { requiredContext } from '../../ui/required-context.ts'
import type { LocalCopies, SignInStore, SignInState } from './sign-in-state.ts'

/** The parts of the app that sign-in needs. */
export interface SignInSetup {
  readonly title: string
  readonly partners: readonly [PublicPartner, PublicPartner]
  readonly store: SignInStore
  readonly copies: LocalCopies
}

export const [SignInProvider, useSignInSetup] = requiredContext<SignInSetup>(
  'sign-in is used outside its provider',
)

/** The person who is signed in on this device; the component follows. */
export function useSignInState(): SignInState {
  const { store } = useSignInSetup()
  return useSyncExternalStore(store.subscribe, store.state)
}
