import { derivedId, type EntryId, type MemoryMarkId, type PartnerId } from './ids.ts'
import { addDays, journalDay, partsOf, type JournalDay } from './journal-day.ts'
import type { RowOf } from './table-schemas.ts'

/** How long ago a remembered day is. */
export type Ago = { readonly unit: 'years' | 'months'; readonly count: number }

/** The period of which a person is reminded today: everything written from one day to another, both included. */
export interface MemoryDay {
  readonly ago: Ago
  readonly first: JournalDay
  readonly last: JournalDay
}

/** In a journal's first year, whose days have no earlier year. */
const monthsAgo = [1, 3, 6]

/**
 * The days one is reminded of today, the latest first: this day in each earlier year since the journal
 * began, or in its first year this day one, three and six months ago. A 29 February counts with the
 * 28th in years without one; a day that an earlier month lacks is none.
 *
 * @param begun the day of the oldest entry
 */
export function memoryDaysOn(today: JournalDay, begun: JournalDay): readonly MemoryDay[] {
  const { year, month, dayOfMonth } = partsOf(today)
  const years = year - partsOf(begun).year
  const withLeapDay = isLastOfShortFebruary(today)
  const past = Array.from({ length: Math.max(0, years) }, (_, index) => index + 1).flatMap(
    (count): readonly MemoryDay[] => {
      const first = journalDay(year - count, month, dayOfMonth)
      if (first === undefined) return []
      const last = (withLeapDay && journalDay(year - count, 2, 29)) || first
      return [{ ago: { unit: 'years', count }, first, last }]
    },
  )
  const found = past.filter(({ last }) => last >= begun)
  const isFirstYear = begun > (journalDay(year - 1, month, dayOfMonth) ?? addDays(today, -366))
  return isFirstYear ? monthsBefore(year, month, dayOfMonth) : found
}

function isLastOfShortFebruary(day: JournalDay): boolean {
  return day.endsWith('-02-28') && addDays(day, 1).endsWith('-03-01')
}

function monthsBefore(year: number, month: number, dayOfMonth: number): readonly MemoryDay[] {
  return monthsAgo.flatMap((count) => {
    const index = year * 12 + month - 1 - count
    const day = journalDay(Math.floor(index / 12), (index % 12) + 1, dayOfMonth)
    return day === undefined ? [] : [{ ago: { unit: 'months', count }, first: day, last: day }]
  })
}

/** Someone does not want to be reminded of an entry. */
export type MemoryMark = RowOf<'memory_marks'>

/** Fixed forever: another namespace would give the same mark a second id. */
const markNamespace = '4f1c9c3a-8a52-4c0e-9d6b-2b7f0e6d5c11'

/** The id of a mark, the same on every device (UUID v5 of entry, person and day). */
export function memoryMarkId(
  entryId: EntryId,
  userId: PartnerId,
  until: JournalDay | null,
): MemoryMarkId {
  return derivedId(markNamespace, `${entryId} ${userId} ${until ?? 'ever'}`)
}
