import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export type ButtonVariant = 'primary' | 'soft' | 'outline' | 'ghost' | 'danger'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent shadow-card hover:bg-accent-hover',
  soft: 'bg-accent-soft text-accent-ink hover:brightness-[0.97] dark:hover:brightness-110',
  outline: 'border border-field-line bg-card text-ink hover:bg-paper-deep',
  ghost: 'text-ink hover:bg-paper-deep',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover',
}

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant
  readonly icon?: IconName
  /** Full width of its container. */
  readonly wide?: boolean
  /** Waiting for an answer; the button keeps its size and ignores presses. */
  readonly busy?: boolean
}

/** A button with a text, at least 44 px high. `type` is "button" by default. */
export function Button(props: ButtonProps) {
  const { variant = 'primary', icon, wide, busy, className, children, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={busy === true ? true : rest['aria-disabled']}
      aria-busy={busy}
      onClick={busy === true ? (event) => event.preventDefault() : onClick}
      className={classNames(
        'relative inline-flex min-h-target items-center justify-center gap-2 rounded-full px-5 py-2',
        'text-base font-bold wrap-normal select-none active:scale-[0.98] active:transition-transform',
        // Its colour is its edge, and forced colours take it.
        'disabled:pointer-events-none disabled:opacity-55 forced-colors:border',
        variants[variant],
        wide === true && 'w-full',
        className,
      )}
    >
      {icon !== undefined && (
        <Icon name={icon} className={busy === true ? 'invisible size-5' : 'size-5'} />
      )}
      <span className={busy === true ? 'invisible' : 'contents'}>{children}</span>
      {busy === true && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
}

/** Three pulsing dots while a button waits for an answer. */
function Spinner() {
  return (
    <span aria-hidden="true" className="inline-flex items-center gap-1">
      <span className="size-1.5 animate-skeleton rounded-full bg-current" />
      <span className="size-1.5 animate-skeleton rounded-full bg-current [animation-delay:200ms]" />
      <span className="size-1.5 animate-skeleton rounded-full bg-current [animation-delay:400ms]" />
    </span>
  )
}
