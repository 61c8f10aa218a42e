import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ThemeToggle } from '../features/appearance/theme-toggle.tsx'
import { SignOutButton } from '../features/sign-in/sign-out-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { ConnectionLine } from './connection-line.tsx'
import { fromHome } from './favourites-link.ts'
import { appTexts } from './app-texts.ts'

export interface AppHeaderProps {
  readonly title: string
  readonly greeting: ReactNode
  readonly onHeartTap?: () => void
  readonly onTitleTap?: () => void
  /** The bell. */
  readonly bell?: ReactNode
}

/** Heart, title, greeting and the buttons (docs/behaviour/main-screen.md "Header"). */
export function AppHeader({ title, greeting, onHeartTap, onTitleTap, bell }: AppHeaderProps) {
  return (
    <header className="sticky top-0 z-20 cramped:static border-b border-line bg-paper pt-(--safe-top)">
      <div className="mx-auto flex min-h-18 max-w-3xl flex-wrap items-center gap-x-1 pr-[calc(0.5rem+var(--safe-right))] pl-[calc(0.75rem+var(--safe-left))] columns:max-w-page columns:px-5">
        {/* Three taps on heart and title are a surprise, not a function: no button for them. */}
        <span
          aria-hidden="true"
          data-testid="heart"
          onPointerDown={onHeartTap}
          className="grid size-9 shrink-0 touch-manipulation place-items-center text-accent select-none active:scale-110 motion-safe:active:transition-transform"
        >
          <Icon name="heart-filled" className="size-7" />
        </span>
        <div className="min-w-0 grow basis-18 pl-1">
          <h1
            onPointerDown={onTitleTap}
            className="touch-manipulation truncate font-serif text-[clamp(0.9rem,4.2vw,1.25rem)] leading-[1.5rem] font-semibold select-none max-[23rem]:line-clamp-2 max-[23rem]:leading-[1.125rem] max-[23rem]:text-balance max-[23rem]:whitespace-normal desktop:text-xl desktop:leading-[2rem]"
          >
            {title}
          </h1>
          <p className="line-clamp-2 text-xs leading-[1rem] text-balance text-ink-soft desktop:text-sm desktop:leading-[1.25rem]">
            {greeting}
          </p>
        </div>
        <nav className="ml-auto flex shrink-0 items-center" aria-label={appTexts.menu}>
          <Link
            href="/favoriten"
            state={fromHome}
            aria-label={appTexts.favourites}
            data-tooltip=""
            className="grid size-target place-items-center rounded-full text-ink-soft transition hover:bg-paper-deep hover:text-ink"
          >
            <Icon name="quote" />
          </Link>
          {/* Its place is kept: the button beside it must not move under a finger. */}
          {bell ?? <span className="size-target" />}
          <ThemeToggle />
          <SignOutButton />
        </nav>
      </div>
      <ConnectionLine />
    </header>
  )
}
