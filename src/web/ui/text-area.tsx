import { useId, useLayoutEffect, type ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { describedBy, fieldClass, FieldFrame, type FieldWords } from './field.tsx'

export type TextAreaProps = ComponentProps<'textarea'> & Omit<FieldWords, 'status'>

/** Several lines that grow with the text; Enter makes a line, the form handles Ctrl or ⌘ + Enter. */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, hint, error, counter, className, id, ...rest } = props
  const ownId = useId()
  const fieldId = id ?? ownId
  useLayoutEffect(() => {
    const field = document.getElementById(fieldId)
    if (field !== null && !CSS.supports('field-sizing', 'content')) grow(field)
  })
  return (
    <FieldFrame
      id={fieldId}
      label={label}
      hideLabel={hideLabel}
      hint={hint}
      error={error}
      counter={counter}
    >
      <textarea
        rows={4}
        {...rest}
        id={fieldId}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={describedBy(fieldId, { error, hint })}
        className={classNames(
          fieldClass,
          'field-sizing-content max-h-64 min-h-28 resize-none leading-relaxed low:max-h-24! low:min-h-19!',
          className,
        )}
      />
    </FieldFrame>
  )
}

/** The effect of `field-sizing`, for WebKit before 26.2. */
function grow(field: HTMLElement): void {
  // Not `auto`, which is the height of its rows.
  field.style.height = '0'
  const borders = field.offsetHeight - field.clientHeight
  field.style.height = `${field.scrollHeight + borders}px`
}
