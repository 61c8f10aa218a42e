import type { ReactNode } from 'react'
import { Counter, type CounterProps } from './counter.tsx'

/** The words around a field. */
export interface FieldWords {
  readonly label: string
  /** Hides the label visually only. */
  readonly hideLabel?: boolean | undefined
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

/** The id of a field's validation message, for `aria-describedby`. */
export const errorId = (id: string, error: string | undefined) => error && `${id}-error`

/** Label above, message and counter below. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, hideLabel = false, error, status, counter, children } = props
  const isBare = [error, status, counter].every((part) => part === undefined)
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
            {status !== undefined && <output className="text-ink-soft">{status}</output>}
          </div>
          {counter !== undefined && <Counter {...counter} />}
        </div>
      )}
    </div>
  )
}
