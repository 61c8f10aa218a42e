import { Link } from 'wouter'
import { useSignInState } from '../features/sign-in/sign-in-context.tsx'
import { useJournal, useLive } from '../replica/journal-context.tsx'
import { Icon } from '../ui/icon.tsx'
import { useOnline } from '../ui/use-online.ts'
import { appTexts } from './texts.ts'

/**
 * One quiet line under the header: offline, how much is unsent, or that a new sign-in is wanted
 * (ux.md, "Offline"; D25). It lies over the page, so that nothing moves when it comes and goes.
 */
export function ConnectionLine() {
  const journal = useJournal()
  const signedIn = useSignInState().kind === 'signed-in'
  const status = useLive(() => journal.status(), [journal])
  const online = useOnline()
  const offline = !online || status?.connection === 'offline'
  const lost = !signedIn || status?.connection === 'signed-out'
  const text = lost ? appTexts.signInAgain : offline ? appTexts.offline : undefined
  const pending = status?.pendingCount ?? 0
  return (
    <output className="pointer-events-none absolute inset-x-0 top-full flex justify-center px-4">
      {text !== undefined && (
        <span className="pointer-events-auto mt-1.5 flex max-w-full items-center gap-2 rounded-full border border-line bg-raised px-3.5 py-1 text-xs font-semibold text-ink-soft shadow-card">
          <Icon name={lost ? 'lock' : 'cloud-off'} className="size-4" />
          <span>
            {text}
            {pending > 0 && ` · ${appTexts.unsent(pending)}`}
          </span>
          {lost && (
            <Link href="/auth" className="-my-1 py-1 font-bold text-accent-ink underline">
              {appTexts.signIn}
            </Link>
          )}
        </span>
      )}
    </output>
  )
}
