import { useState } from 'react'
import type { Unsent } from '../../replica/journal.ts'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useSignInSetup } from './sign-in-context.tsx'
import { signInTexts } from './texts.ts'

/** Signs out, after asking if anything is unsent (D25); /auth follows by itself. */
export function SignOutButton() {
  const { keeper, copies } = useSignInSetup()
  const [unsent, setUnsent] = useState<Unsent>({ changes: 0, drafts: 0 })
  const [asking, setAsking] = useState(false)

  async function press(): Promise<void> {
    const state = keeper.state()
    if (state.kind === 'signed-out') return
    const found = await copies.unsent(state.person.id)
    if (found.changes + found.drafts === 0) return keeper.signOut()
    setUnsent(found)
    setAsking(true)
  }

  return (
    <>
      <IconButton icon="sign-out" label={signInTexts.signOut} onClick={() => void press()} />
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={signInTexts.signOutTitle}
        description={signInTexts.signOutUnsent(unsent)}
        confirmLabel={signInTexts.signOutConfirm}
        danger
        onConfirm={() => keeper.signOut()}
      />
    </>
  )
}
