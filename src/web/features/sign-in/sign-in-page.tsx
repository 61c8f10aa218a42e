import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { endFirstPhase } from '../../browser/start-phases.ts'
import { Icon } from '../../ui/icon.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { uiTexts } from '../../ui/ui-texts.ts'
import { useSignInSetup, useSignInState } from './sign-in-context.tsx'
import type { SignInMessage } from './sign-in-message.ts'
import { signInTexts } from './sign-in-texts.ts'
import { useSignInForm } from './use-sign-in-form.ts'

// The question is rare: the dialog's code is not in the first screen's code.
const OtherUnsentQuestion = lazyPart(
  async () => (await import('./other-unsent-question.tsx')).OtherUnsentQuestion,
  { missing: () => <p className="mt-4 text-sm text-ink-soft">{uiTexts.partMissing}</p> },
)

/** The login screen at /auth (docs/behaviour/sign-in.md). */
export function SignInPage({ notice }: { readonly notice?: ReactNode }) {
  const { title } = useSignInSetup()
  const state = useSignInState()
  useEffect(() => {
    requestAnimationFrame(() => setTimeout(endFirstPhase, 0))
  }, [])
  return (
    <main className="grid min-h-dvh place-items-center bg-linear-to-b from-accent-soft via-paper to-paper px-5 pt-[calc(2rem+var(--safe-top))] pb-[calc(2rem+var(--safe-bottom)+var(--keyboard-inset))]">
      <div className="w-full max-w-sm">
        {notice}
        <div className="mb-8 text-center">
          <span className="mx-auto mb-5 grid size-20 -rotate-3 place-items-center rounded-xl bg-card text-accent shadow-float">
            <Icon name="heart-filled" className="size-11" />
          </span>
          <h1 className="font-serif text-2xl font-semibold">{title}</h1>
          <p className="mt-2 text-ink-soft">
            {state.kind === 'lost'
              ? signInTexts.again(state.person.name, state.reason)
              : signInTexts.subtitle}
          </p>
        </div>
        <SignInForm firstName={state.kind === 'lost' ? state.person.name : ''} />
      </div>
    </main>
  )
}

function SignInForm({ firstName }: { readonly firstName: string }) {
  const { partners } = useSignInSetup()
  const [one, other] = partners
  const form = useSignInForm(firstName)
  const element = useRef<HTMLFormElement>(null)
  const { message } = form
  useEffect(() => {
    // A new message, even with the same words, moves the focus to its field.
    if (message === undefined) return
    element.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
  }, [message])
  const messageAt = (place: SignInMessage['place']) =>
    message?.place === place ? message.text : undefined
  const formMessage = messageAt('form')
  return (
    <>
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.submit(event.currentTarget.elements)
        }}
        className="grid gap-5 rounded-xl border border-line bg-card p-6 shadow-float"
      >
        <TextField
          label={signInTexts.username}
          placeholder={signInTexts.usernamePlaceholder(one.name, other.name)}
          name="username"
          autoComplete="username"
          autoCapitalize="words"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="next"
          value={form.username}
          onChange={(event) => form.setUsername(event.target.value)}
          error={messageAt('username')}
        />
        <PasswordField
          value={form.password}
          onChange={form.setPassword}
          error={messageAt('password')}
        />
        {formMessage !== undefined && (
          <p className="text-sm font-semibold text-danger">{formMessage}</p>
        )}
        <Button type="submit" wide busy={form.busy} className="mt-1">
          {signInTexts.submit}
        </Button>
      </form>
      {form.otherUnsent !== undefined && (
        <OtherUnsentQuestion
          other={form.otherUnsent}
          onClose={form.forgetOtherUnsent}
          onConfirm={(partner) => void form.enter(partner)}
        />
      )}
    </>
  )
}

interface PasswordFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

function PasswordField({ value, onChange, error }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  return (
    <TextField
      label={signInTexts.password}
      name="password"
      type={visible ? 'text' : 'password'}
      autoComplete="current-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="go"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
      end={
        <button
          type="button"
          aria-label={visible ? signInTexts.hidePassword : signInTexts.showPassword}
          onClick={() => setVisible(!visible)}
          className="grid size-target place-items-center rounded-full text-ink-soft transition hover:text-ink"
        >
          <Icon name={visible ? 'eye-off' : 'eye'} className="size-5" />
        </button>
      }
    />
  )
}
