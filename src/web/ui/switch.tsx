import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { useId } from 'react'
import { Icon, type IconName } from './icon.tsx'

export interface SwitchProps {
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
  readonly label: string
  readonly icon?: IconName
  readonly disabled?: boolean
}

/** A switch with its label; the whole row of 44 px can be pressed. */
export function Switch({ checked, onCheckedChange, label, icon, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex min-h-target cursor-pointer items-center gap-3 text-sm font-semibold"
    >
      {icon !== undefined && <Icon name={icon} className="size-5 text-ink-soft" />}
      <span className="grow">{label}</span>
      <BaseSwitch.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onCheckedChange(next)}
        className="flex h-7 w-12 shrink-0 items-center rounded-full border-2 border-field-line bg-paper-deep px-0.5 transition data-checked:border-accent data-checked:bg-accent data-disabled:opacity-55"
      >
        <BaseSwitch.Thumb className="size-5 rounded-full bg-field-line transition data-checked:translate-x-4.5 data-checked:bg-on-accent" />
      </BaseSwitch.Root>
    </label>
  )
}
