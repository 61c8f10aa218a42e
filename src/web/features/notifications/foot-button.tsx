import { classNames } from '../../ui/class-names.ts'
import { holdPress } from '../../ui/hold-press.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'

export interface FootButtonProps {
  readonly icon: IconName
  readonly label: string
  /** For a toggle: whether it is pressed. */
  readonly isPressed?: boolean
  readonly onPress: () => void
}

/** A line at the foot of the bell's list, which stays while the list is scrolled. */
export function FootButton({ icon, label, isPressed, onPress }: FootButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onPointerDown={holdPress}
      onClick={onPress}
      className={classNames(
        'my-1 flex min-h-target grow items-center gap-2 rounded-md px-2 text-left text-sm font-semibold hover:text-ink',
        isPressed === true ? 'bg-accent-soft text-accent-ink' : 'text-ink-soft',
      )}
    >
      <Icon name={icon} className="size-5 shrink-0" />
      {label}
    </button>
  )
}
