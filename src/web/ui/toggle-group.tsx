import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup as BaseToggleGroup } from '@base-ui/react/toggle-group'

export interface ToggleGroupProps<Value extends string> {
  /** Names the group for assistive technology. */
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  /** One choice is always pressed; pressing it again changes nothing. */
  readonly onValueChange: (value: Value) => void
}

/** A row of buttons of which one is pressed. */
export function ToggleGroup<Value extends string>(props: ToggleGroupProps<Value>) {
  const { label, value, options, onValueChange } = props
  return (
    <BaseToggleGroup<Value>
      aria-label={label}
      value={[value]}
      onValueChange={([next]) => {
        if (next !== undefined) onValueChange(next)
      }}
      className="flex w-fit max-w-full flex-wrap gap-1 rounded-full bg-paper-deep p-1"
    >
      {options.map((option) => (
        <Toggle<Value>
          key={option.value}
          value={option.value}
          className="min-h-target rounded-full px-4 text-sm font-bold text-ink-soft transition hover:text-ink data-pressed:bg-card data-pressed:text-accent-ink data-pressed:shadow-card"
        >
          {option.label}
        </Toggle>
      ))}
    </BaseToggleGroup>
  )
}
