import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Counter, type CounterLimits } from './counter.tsx'
import { describedBy, fieldClass, FieldFrame } from './field.tsx'

export interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string
  readonly hideLabel?: boolean
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** The last event in the field, read aloud as it comes; empty while there is none. */
  readonly status?: string | undefined
  /** Draws a counter of code points. */
  readonly counter?: CounterLimits & { readonly length: number }
  /** A control at the field's right end, 44 px wide. */
  readonly end?: ReactNode
}

/** One line of text with label, message and, if wanted, a counter. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, error, status, counter, end, className, id, ...rest } = props
  const ownId = useId()
  const fieldId = id ?? ownId
  const descriptions = [rest['aria-describedby'], describedBy(fieldId, { hint, error })]
  return (
    <FieldFrame
      id={fieldId}
      label={label}
      hint={hint}
      error={error}
      status={status}
      {...(hideLabel === undefined ? {} : { hideLabel })}
      {...(counter === undefined ? {} : { aside: <Counter {...counter} /> })}
    >
      <div className="relative">
        <input
          type="text"
          {...rest}
          id={fieldId}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={descriptions.filter(Boolean).join(' ') || undefined}
          className={classNames(
            fieldClass,
            'min-h-target',
            end !== undefined && 'pr-12',
            className,
          )}
        />
        {end !== undefined && (
          <div className="absolute inset-y-0 right-0.5 grid place-items-center">{end}</div>
        )}
      </div>
    </FieldFrame>
  )
}
