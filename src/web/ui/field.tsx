import type { ReactNode } from 'react'
import { Counter, type CounterProps } from './counter.tsx'

/** The words around a field. */
export interface FieldWords {
  readonly label: string
  /** Hides the label visually only. */
  readonly hideLabel?: boolean | undefined
  readonly hint?: string | undefined
  /** The validation message; shown beside the field and tied to it. */
  readonly error?: string | undefined
  /** The last event in the field, read aloud as it comes; empty while there is none. */
  readonly status?: string | undefined
  /** Draws a counter; `length` is the domain's count (code points after NFC and trimming, D21). */
  readonly counter?: CounterProps | undefined
}

interface FieldFrameProps extends FieldWords {
  readonly id: string
  readonly children: ReactNode
}

export const fieldClass =
  'w-full rounded-md border border-field-line bg-raised px-4 py-2.5 text-base text-ink placeholder:text-ink-soft focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:outline-danger disabled:opacity-55'

/** The ids of a field's validation message and hint, where they exist, for `aria-describedby`. */
export function describedBy(id: string, { error, hint }: Pick<FieldWords, 'error' | 'hint'>) {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
}

/** Label above, message, hint and counter below. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, hideLabel = false, hint, error, status, counter, children } = props
  const isBare = [error, hint, status, counter].every((part) => part === undefined)
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
          {counter !== undefined && <Counter {...counter} />}
        </div>
      )}
    </div>
  )
}
