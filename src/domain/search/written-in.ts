import { instantFromMilliseconds, type Instant } from '../ids.ts'
import { addDays, journalDay, startOfDay, type JournalDay } from '../journal-day.ts'
import { startsName } from './find-in-text.ts'
import type { SearchWord, Spelling } from './search-words.ts'

/** From the first instant on and before the second. */
export interface Period {
  readonly from: Instant
  readonly until: Instant
}

const months = [
  'januar',
  'februar',
  'märz',
  'april',
  'mai',
  'juni',
  'juli',
  'august',
  'september',
  'oktober',
  'november',
  'dezember',
] as const
/**
 * The times of writing that a word finds: a year of four digits, a month by its German name or its
 * beginning, both, such as `august 2025` in quotation marks, or a day such as `17. August 2025`.
 *
 * @param years the years to look at, first and last
 */
export function periodsOf(
  word: SearchWord,
  years: { readonly first: number; readonly last: number },
  timeZone: string,
): readonly Period[] {
  const match = /^(?:(\d{1,2})\. ?)?(\p{L}*)\.? ?(\d{4})?$/u.exec(word.spellings[0].bare)
  if (match === null) return []
  const [, day, name, digits] = match
  const named = name === '' ? undefined : monthsNamed(word)
  const year = digits === undefined ? undefined : Number(digits)
  if (year !== undefined && (year < years.first || year > years.last)) return []
  if (day !== undefined) return dayIn(year, named, Number(day), timeZone)
  if (named === undefined) return year === undefined ? [] : [periodOf(year, 1, 12, timeZone)]
  const all = year === undefined ? range(years.first, years.last) : [year]
  return all.flatMap((one) => named.map((month) => periodOf(one, month, 1, timeZone)))
}

function dayIn(
  year: number | undefined,
  [month]: readonly number[] = [],
  dayOfMonth: number,
  timeZone: string,
): readonly Period[] {
  const day = year && month && journalDay(year, month, dayOfMonth)
  if (typeof day !== 'string') return []
  return [{ from: startOf(day, timeZone), until: startOf(addDays(day, 1), timeZone) }]
}

/** Months 1–12 whose names begin so. */
function monthsNamed({ spellings: [typed, ...others] }: SearchWord): readonly number[] {
  const name = { spellings: [nameIn(typed), ...others.map(nameIn)] } as const
  return months.flatMap((month, index) => (startsName(month, name) ? index + 1 : []))
}

/** The letters between a day and a year. */
function nameIn({ bare, marks }: Spelling): Spelling {
  const start = Math.max(0, bare.search(/\p{L}/u))
  return {
    bare: bare.slice(start).replace(/\.? ?\d*$/, ''),
    marks: marks.map(({ at, letter }) => ({ at: at - start, letter })),
  }
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** A number of months from one on. */
function periodOf(year: number, month: number, count: number, timeZone: string): Period {
  const first = year * 12 + month - 1
  return { from: beginning(first, timeZone), until: beginning(first + count, timeZone) }
}

/** The first moment of a month, counted from January of the year 0. */
function beginning(count: number, timeZone: string): Instant {
  const day = journalDay(Math.floor(count / 12), (count % 12) + 1, 1)
  if (day === undefined) throw new RangeError('no such month')
  return startOf(day, timeZone)
}

function startOf(day: JournalDay, timeZone: string): Instant {
  return instantFromMilliseconds(startOfDay(day, timeZone))
}
