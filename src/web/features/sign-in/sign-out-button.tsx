import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { signInTexts } from './sign-in-texts.ts'
import { useSignOut, type SignOutQuestion } from './use-sign-out.ts'

/** The header's button. */
export function SignOutButton() {
  const { press, question } = useSignOut()
  return (
    <>
      <IconButton icon="sign-out" label={signInTexts.signOut} onClick={press} />
      <Question {...question} />
    </>
  )
}

/** The same as a button with a label, in the dialog about this device. */
export function RemoveFromDeviceButton() {
  const { press, question } = useSignOut()
  return (
    <>
      <Button variant="outline" icon="trash" className="justify-self-start" onClick={press}>
        {signInTexts.remove}
      </Button>
      <Question {...question} />
    </>
  )
}

function Question(question: SignOutQuestion) {
  return (
    <AlertDialog
      {...question}
      title={signInTexts.signOutTitle}
      confirmLabel={signInTexts.signOutConfirm}
      danger
    />
  )
}
