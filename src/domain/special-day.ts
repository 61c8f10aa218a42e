import { derivedId, type EntryId, type PartnerId } from './ids.ts'
import { daysBetween, journalDay, partsOf, type JournalDay } from './journal-day.ts'
import { specialDayKinds, type SpecialDayKind, type SpecialDaySetting } from './settings.ts'

/** Fixed forever: another namespace would write this year's automatic entry a second time. */
const specialDayNamespace = '0e81faa6-6799-4d0a-971f-fb0b83ca2f01'

/** A special day that is being celebrated. */
export interface SpecialDay {
  readonly kind: SpecialDayKind
  /** The calendar year of the celebration, which keys the automatic entry and its marker. */
  readonly year: number
  /** Years since the first one: of an anniversary the years together, of a birthday the age. */
  readonly years: number
  /** True on the very first one: the anniversary is then the first meeting. */
  readonly isFirst: boolean
  /** The id of this year's automatic entry (D13). */
  readonly entryId: EntryId
}

/**
 * The special days on a day of the journal, anniversary before birthday, empty on ordinary days.
 * Nothing is celebrated before its first year. A 29 February is celebrated on the 28th in years
 * without one, so that it stays in its month and comes every year.
 */
export function specialDaysOn(
  today: JournalDay,
  settings: readonly SpecialDaySetting[],
): readonly SpecialDay[] {
  return specialDayKinds.flatMap((kind) =>
    settings.flatMap((setting) => {
      const years = setting.kind === kind ? yearsOn(today, setting.date) : undefined
      return years === undefined ? [] : [celebration(kind, partsOf(today).year, years)]
    }),
  )
}

/** Years since `first` when `today` is its day of the year, else undefined. */
function yearsOn(today: JournalDay, first: JournalDay): number | undefined {
  const { year } = partsOf(today)
  const years = year - partsOf(first).year
  return years >= 0 && dayInYear(first, year) === today ? years : undefined
}

function dayInYear(first: JournalDay, year: number): JournalDay | undefined {
  const { month, dayOfMonth } = partsOf(first)
  return journalDay(year, month, dayOfMonth) ?? journalDay(year, month, dayOfMonth - 1)
}

function celebration(kind: SpecialDayKind, year: number, years: number): SpecialDay {
  return { kind, year, years, isFirst: years === 0, entryId: specialDayEntryId(kind, year) }
}

/** The id of the automatic entry of a kind and year, the same on every device (UUID v5, D13). */
export function specialDayEntryId(kind: SpecialDayKind, year: number): EntryId {
  return derivedId(specialDayNamespace, `${kind} ${year}`)
}

/**
 * The id to try after `taken`, an automatic entry's, turned out to be someone's hidden row: made of
 * it and the person, so of kind, year, person and attempt, the same on all of the person's devices
 * (D13, amended).
 */
export function nextSpecialDayEntryId(taken: EntryId, person: PartnerId): EntryId {
  return derivedId(specialDayNamespace, `${taken} ${person}`)
}

/** The counter behind the heart: whole days from `from` to `today`, never below zero. */
export function daysSince(from: JournalDay, today: JournalDay): number {
  return Math.max(0, daysBetween(from, today))
}
