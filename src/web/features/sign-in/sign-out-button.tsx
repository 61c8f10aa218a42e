import { useState } from 'react'
import type { Unsent } from '../../replica/journal.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSignInSetup } from './sign-in-context.tsx'
import { signInTexts } from './texts.ts'

/**
 * Signs out, after asking if anything is unsent or there is no network (D25); /auth follows by itself.
 */
export function SignOutButton() {
  const { store, copies } = useSignInSetup()
  const [unsent, setUnsent] = useState<Unsent>({ changes: 0, drafts: 0 })
  const [asking, setAsking] = useState(false)
  const [isOffline, setIsOffline] = useState(false)

  async function press(): Promise<void> {
    const state = store.state()
    if (state.kind === 'signed-out') return
    const found = await copies.unsent(state.person.id)
    if (found.changes + found.drafts === 0 && navigator.onLine) return store.signOut()
    setUnsent(found)
    setIsOffline(!navigator.onLine)
    setAsking(true)
  }

  return (
    <>
      <IconButton icon="sign-out" label={signInTexts.signOut} onClick={() => void press()} />
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={signInTexts.signOutTitle}
        description={descriptionOf(unsent, isOffline ? store.endsLater() : undefined)}
        confirmLabel={signInTexts.signOutConfirm}
        danger
        onConfirm={() => store.signOut()}
      />
    </>
  )
}

/** @param endsLater whether the server can be told later; undefined with a network */
function descriptionOf(unsent: Unsent, endsLater: boolean | undefined): string {
  const sentences = unsent.changes + unsent.drafts === 0 ? [] : [signInTexts.signOutUnsent(unsent)]
  if (endsLater !== undefined) sentences.push(signInTexts.signOutOffline(endsLater))
  return sentences.join(' ')
}
