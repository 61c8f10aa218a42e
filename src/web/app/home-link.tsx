import { Link } from 'wouter'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/icon.tsx'
import { appTexts } from './app-texts.ts'

/** The link back from a page that has nothing to show; quiet where another button comes first. */
export function HomeLink({ isQuiet = false }: { readonly isQuiet?: boolean }) {
  return (
    <Link
      href="/"
      className={classNames(
        'inline-flex min-h-target items-center gap-2 rounded-full px-6 font-bold transition',
        isQuiet
          ? 'text-ink-soft hover:bg-paper-deep hover:text-ink'
          : 'bg-accent text-on-accent shadow-card hover:bg-accent-hover',
      )}
    >
      <Icon name="arrow-left" className="size-5" />
      {appTexts.home}
    </Link>
  )
}
