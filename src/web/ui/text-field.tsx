import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { describedBy, fieldClass, FieldFrame, type FieldWords } from './field.tsx'

export interface TextFieldProps extends ComponentProps<'input'>, FieldWords {
  /** A control at the field's right end, 44 px wide. */
  readonly end?: ReactNode
}

/** One line of text with label, message and, if wanted, a counter. */
export function TextField(props: TextFieldProps) {
  const { label, hideLabel, hint, error, status, counter, end, className, id, ...rest } = props
  const ownId = useId()
  const fieldId = id ?? ownId
  const descriptions = [rest['aria-describedby'], describedBy(fieldId, { error, hint })]
  return (
    <FieldFrame
      id={fieldId}
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      error={error}
      status={status}
      counter={counter}
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
