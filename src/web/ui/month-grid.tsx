import { de } from 'react-day-picker/locale'
import { Icon } from './icon.tsx'

/** The props of each month of the app: German, weeks from Monday (D22), as high with five weeks as with six. */
export const monthGrid = {
  locale: de,
  weekStartsOn: 1,
  fixedWeeks: true,
  components: { Chevron: MonthArrow },
} as const

/**
 * The picker knows only `Date`s of the device's zone; they carry year, month and day and nothing else in and out. Noon,
 * because midnight does not exist on every day in every zone.
 */
export function dateOfDay({ year, month, dayOfMonth }: DayParts): Date {
  return new Date(year, month - 1, dayOfMonth, 12)
}

interface DayParts {
  readonly year: number
  /** 1–12. */
  readonly month: number
  readonly dayOfMonth: number
}

function MonthArrow({ orientation }: { readonly orientation?: 'up' | 'down' | 'left' | 'right' }) {
  return (
    <Icon name="chevron-down" className={orientation === 'left' ? 'rotate-90' : '-rotate-90'} />
  )
}

/** The round arrows beside a month's name. */
export const monthArrow =
  'grid size-[min(2.75rem,14vw)] place-items-center rounded-full text-ink-soft transition hover:bg-paper-deep hover:text-ink'
