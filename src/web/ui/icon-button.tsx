import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  readonly icon: IconName
  /** Accessible name and tooltip. */
  readonly label: string
  readonly variant?: 'ghost' | 'soft'
  /** A mark over the corner, such as `<CountBadge/>`. Say its meaning in `label`. */
  readonly badge?: ReactNode
  readonly iconClassName?: string
}

const variants = {
  ghost: 'text-ink-soft hover:bg-paper-deep hover:text-ink',
  soft: 'bg-accent-soft text-accent-ink',
} as const

/** A round button of 44 px with a drawing, its name and a tooltip. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, variant = 'ghost', badge, iconClassName, className, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tooltip=""
      className={classNames(
        'relative inline-grid size-target shrink-0 place-items-center rounded-full',
        'active:scale-95 active:transition-transform disabled:pointer-events-none disabled:opacity-55',
        variants[variant],
        className,
      )}
    >
      <Icon name={icon} {...(iconClassName === undefined ? {} : { className: iconClassName })} />
      {badge}
    </button>
  )
}
