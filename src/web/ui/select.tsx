import { Select as BaseSelect } from '@base-ui/react/select'
import { useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { useBackCloses } from './use-back-closes.ts'

export interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onValueChange: (value: string) => void
  readonly className?: string
}

/** A dropdown of a few choices. */
export function Select(props: SelectProps) {
  const { label, value, options, onValueChange, className } = props
  const [isOpen, setIsOpen] = useState(false)
  useBackCloses(isOpen, () => setIsOpen(false))
  return (
    <BaseSelect.Root<string>
      items={options}
      value={value}
      open={isOpen}
      onOpenChange={setIsOpen}
      modal={false}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next)
      }}
    >
      <div className={classNames('grid min-w-0 gap-1', className)}>
        <BaseSelect.Label className="text-xs font-bold text-ink-soft">{label}</BaseSelect.Label>
        <BaseSelect.Trigger className="flex min-h-target w-full items-center justify-between gap-1.5 rounded-md border border-field-line bg-raised px-3 text-left text-sm font-semibold transition hover:bg-paper-deep">
          <BaseSelect.Value className="truncate" />
          <Icon name="chevron-down" className="size-4.5 text-ink-soft" />
        </BaseSelect.Trigger>
      </div>
      <BaseSelect.Portal>
        <BaseSelect.Positioner
          sideOffset={6}
          collisionPadding={12}
          alignItemWithTrigger={false}
          className="z-50"
        >
          <BaseSelect.Popup className="[--anchor-width:inherit] [--available-height:inherit] [--transform-origin:inherit] max-h-(--available-height) min-w-(--anchor-width) origin-(--transform-origin) overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-float outline-none transition duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {options.map((option) => (
              <BaseSelect.Item
                key={option.value}
                value={option.value}
                className="flex min-h-target cursor-pointer items-center gap-3 rounded-sm px-3 text-sm font-semibold outline-none select-none data-highlighted:bg-accent-soft data-highlighted:text-accent-ink"
              >
                <BaseSelect.ItemText className="grow">{option.label}</BaseSelect.ItemText>
                <BaseSelect.ItemIndicator>
                  <Icon name="check" className="size-4.5" />
                </BaseSelect.ItemIndicator>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
