import * as v from 'valibot'
import { isTimeZone, journalDaySchema, type JournalDay } from './journal-day.ts'

export const specialDayKinds = ['anniversary', 'birthday'] as const
export type SpecialDayKind = (typeof specialDayKinds)[number]

export interface SpecialDaySetting {
  readonly kind: SpecialDayKind
  /** The first one: its month and day recur each year, its year is where counting starts. */
  readonly date: JournalDay
}

/** Admits an IANA time zone name that this runtime knows. */
export const timeZoneSchema = v.pipe(
  v.string('must be text'),
  v.check(isTimeZone, 'must be an IANA time zone such as "Europe/Berlin"'),
)

/** Admits a day of the settings; a year before 1900 is a typing error. */
export const settingsDaySchema = v.pipe(
  journalDaySchema,
  v.check((day) => day >= '1900-01-01', 'must not be before 1900'),
)

/** Admits the special days: one of a kind at most, because entry ids derive from the kind (D13). */
export const specialDaysSchema = v.pipe(
  v.array(
    v.strictObject({
      kind: v.picklist(specialDayKinds, 'must be "anniversary" or "birthday"'),
      date: settingsDaySchema,
    }),
    'must be a list',
  ),
  v.check(
    (days) => new Set(days.map((one) => one.kind)).size === days.length,
    'must name each kind once at most',
  ),
)
