import type { Instant } from './ids.ts'

/** A calendar day as `YYYY-MM-DD`; see `journal-day.ts` for arithmetic. */
export type CalendarDate = string

export interface SpecialDaySetting {
  readonly kind: 'anniversary' | 'birthday'
  /** The first one: its month and day recur each year, its year is where counting starts. */
  readonly date: CalendarDate
}

/** The row of table `journal`: what only the signed-in may know of the settings (D2). */
export interface JournalSettings {
  readonly timeZone: string
  readonly specialDays: readonly SpecialDaySetting[]
  readonly daysCounterFrom: CalendarDate
  readonly updatedAt: Instant
}
