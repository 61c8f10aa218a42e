import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { categoryLooks, type CategoryTone } from './category-look.ts'

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | CategoryTone

const tones: Record<Exclude<BadgeTone, CategoryTone>, string> = {
  neutral: 'bg-paper-deep text-ink-soft',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

function toneClass(tone: BadgeTone): string {
  return tone in categoryLooks
    ? categoryLooks[tone as CategoryTone].soft
    : tones[tone as Exclude<BadgeTone, CategoryTone>]
}

export interface BadgeProps {
  readonly tone?: BadgeTone
  readonly children: ReactNode
  readonly className?: string
}

/** A small pill of text. */
export function Badge({ tone = 'neutral', children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-bold whitespace-nowrap',
        toneClass(tone),
        className,
      )}
    >
      {children}
    </span>
  )
}

/** A number over an icon's corner ("99+" above 99), nothing at zero; hidden from assistive technology. */
export function CountBadge({ count }: { readonly count: number }) {
  if (count <= 0) return null
  return (
    <span
      aria-hidden="true"
      className="absolute top-0.5 right-0.5 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-[0.6875rem] leading-none font-bold text-on-accent ring-2 ring-paper forced-colors:border"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
