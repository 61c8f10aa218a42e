import { classNames } from './class-names.ts'
import {
  counterAnnouncement,
  counterLevel,
  type CounterLevel,
  type CounterLimits,
} from './counter-state.ts'
import { uiTexts } from './ui-texts.ts'

export interface CounterProps extends CounterLimits {
  readonly length: number
}

const levels: Record<CounterLevel, string> = {
  calm: 'text-ink-soft',
  orange: 'text-warning font-semibold',
  red: 'text-danger font-bold',
  full: 'text-danger font-bold',
  over: 'text-danger font-bold',
}

/** "12 / 300"; from the first threshold on it also says in words what is left. */
export function Counter({ length, ...limits }: CounterProps) {
  const level = counterLevel(length, limits)
  return (
    <div className={classNames('ml-auto shrink-0 text-right tabular-nums', levels[level])}>
      <span aria-hidden="true">
        {level !== 'calm' && <span className="mr-2">{remaining(length, limits.limit)}</span>}
        <span data-testid="counter">{`${length}/${limits.limit}`}</span>
      </span>
      <output className="sr-only">{counterAnnouncement(level, limits)}</output>
    </div>
  )
}

function remaining(length: number, limit: number): string {
  if (length > limit) return uiTexts.counterOver(length - limit)
  if (length === limit) return uiTexts.counterFull
  return uiTexts.counterLeft(limit - length)
}
