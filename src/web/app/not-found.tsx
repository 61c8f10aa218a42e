import { Link } from 'wouter'
import { Icon } from '../ui/icon.tsx'
import { Message } from './message.tsx'
import { appTexts } from './texts.ts'

/** Any other path (docs/behaviour/everywhere.md "Screens and routes"). */
export function NotFound() {
  return (
    <Message emoji="🧭" title={appTexts.notFound} hint={appTexts.notFoundHint}>
      <Link
        href="/"
        className="inline-flex min-h-target items-center gap-2 rounded-full bg-accent px-6 font-bold text-on-accent shadow-card transition hover:bg-accent-hover"
      >
        <Icon name="arrow-left" className="size-5" />
        {appTexts.home}
      </Link>
    </Message>
  )
}
