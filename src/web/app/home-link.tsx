import { Link } from 'wouter'
import { Icon } from '../ui/icon.tsx'
import { appTexts } from './app-texts.ts'

/** The link back from a page that has nothing to show. */
export function HomeLink() {
  return (
    <Link
      href="/"
      className="inline-flex min-h-target items-center gap-2 rounded-full bg-accent px-6 font-bold text-on-accent shadow-card transition hover:bg-accent-hover"
    >
      <Icon name="arrow-left" className="size-5" />
      {appTexts.home}
    </Link>
  )
}
