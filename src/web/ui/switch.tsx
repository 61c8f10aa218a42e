import { useId } from 'react'
import { Icon, type IconName } from './icon.tsx'

export interface SwitchProps {
  readonly checked: boolean
  readonly onCheckedChange: (checked: boolean) => void
  readonly label: string
  readonly icon?: IconName
  readonly disabled?: boolean
}

/** A switch with its label; the whole row of 44 px can be pressed. The browser's own, so that it is there at once. */
export function Switch({ checked, onCheckedChange, label, icon, disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="flex min-h-target cursor-pointer items-center gap-3 text-sm font-semibold"
    >
      {icon !== undefined && <Icon name={icon} className="size-5 text-ink-soft" />}
      <span className="grow">{label}</span>
      <input
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- `checked` gives it.
        role="switch"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="flex h-7 w-12 shrink-0 cursor-pointer appearance-none items-center rounded-full border-2 border-field-line bg-paper-deep px-0.5 transition before:size-5 before:rounded-full before:bg-field-line before:transition checked:border-accent checked:bg-accent checked:before:translate-x-4.5 checked:before:bg-on-accent disabled:opacity-55"
      />
    </label>
  )
}
