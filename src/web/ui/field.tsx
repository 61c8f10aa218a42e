import type { ReactNode } from 'react'

export interface FieldFrameProps {
  readonly id: string
  readonly label: string
  /** Hides the label visually only. */
  readonly hideLabel?: boolean
  readonly hint?: string | undefined
  /** The validation message; shown beside the field and tied to it. */
  readonly error?: string | undefined
  /** The last event in the field, read aloud as it comes; empty while there is none. */
  readonly status?: string | undefined
  readonly children: ReactNode
  /** Right of the hint: a counter. */
  readonly aside?: ReactNode
}

export const fieldClass =
  'w-full rounded-md border border-field-line bg-raised px-4 py-2.5 text-base text-ink placeholder:text-ink-soft focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:outline-danger disabled:opacity-55'

/** The ids of hint and error that exist, for `aria-describedby`. */
export function describedBy(
  id: string,
  parts: { readonly hint?: string | undefined; readonly error?: string | undefined },
): string | undefined {
  const ids = [parts.error && `${id}-error`, parts.hint && `${id}-hint`].filter(Boolean)
  return ids.length === 0 ? undefined : ids.join(' ')
}

/** Label above, hint and message below. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, hideLabel = false, hint, error, status, children, aside } = props
  const isBare = [error, hint, status, aside].every((part) => part === undefined)
  return (
    <div data-field="" className="grid gap-1.5">
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'text-sm font-bold text-ink'}>
        {label}
      </label>
      {children}
      {!isBare && (
        <div className="flex items-start justify-between gap-3 text-sm">
          <div className="grid gap-0.5">
            {error !== undefined && (
              <p id={`${id}-error`} className="font-semibold text-danger">
                {error}
              </p>
            )}
            {hint !== undefined && (
              <p id={`${id}-hint`} className="text-ink-soft">
                {hint}
              </p>
            )}
            {status !== undefined && <output className="text-ink-soft">{status}</output>}
          </div>
          {aside}
        </div>
      )}
    </div>
  )
}
