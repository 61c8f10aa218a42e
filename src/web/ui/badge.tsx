import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { categoryLooks } from './category-look.ts'

const tones = {
  neutral: 'bg-paper-deep text-ink-soft',
  accent: 'bg-accent-soft text-accent-ink',
  erzaehlen: categoryLooks.erzaehlen.soft,
  ideen: categoryLooks.ideen.soft,
  gedanken: categoryLooks.gedanken.soft,
  uebersetzungen: categoryLooks.uebersetzungen.soft,
} as const

export type BadgeTone = keyof typeof tones

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
        tones[tone],
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
