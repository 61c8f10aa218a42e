import { useState } from 'react'
import type { Unsent } from '../../replica/journal.ts'
import { useSignInSetup } from './sign-in-context.tsx'
import { signInTexts } from './sign-in-texts.ts'

/** The content of the open question before signing out. */
export type SignOutQuestion = ReturnType<typeof useSignOut>['question']

/**
 * Signs out, after asking if anything is unsent or there is no network (D25); /auth follows
 * automatically.
 */
export function useSignOut() {
  const { store, copies } = useSignInSetup()
  const [unsent, setUnsent] = useState<Unsent>({ changes: 0, drafts: 0, photos: 0, lost: 0 })
  const [asking, setAsking] = useState(false)
  const [isOffline, setIsOffline] = useState(false)

  async function press(): Promise<void> {
    const state = store.state()
    if (state.kind === 'signed-out') return
    const found = await copies.unsent(state.person.id)
    const { changes, drafts, photos, lost } = found
    if (changes + drafts + photos + lost === 0 && navigator.onLine) return store.signOut()
    setUnsent(found)
    setIsOffline(!navigator.onLine)
    setAsking(true)
  }

  return {
    press: () => void press(),
    question: {
      open: asking,
      onOpenChange: setAsking,
      description: descriptionOf(unsent, isOffline ? store.endsLater() : undefined),
      onConfirm: () => store.signOut(),
    },
  }
}

/** @param endsLater whether the server can be told later; undefined with a network */
function descriptionOf(unsent: Unsent, endsLater: boolean | undefined): string {
  const { changes, drafts, photos } = unsent
  const sentences = changes + drafts + photos === 0 ? [] : [signInTexts.signOutUnsent(unsent)]
  if (unsent.lost > 0) sentences.push(signInTexts.signOutLost)
  if (endsLater !== undefined) sentences.push(signInTexts.signOutOffline(endsLater))
  return sentences.join(' ')
}
