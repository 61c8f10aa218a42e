import { categories, type Category } from './category.ts'
import { compare } from './compare.ts'
import type { Entry } from './entry.ts'
import type { EntryId, Instant } from './ids.ts'
import type { JournalDay } from './journal-day.ts'
import { monthOf, type JournalMonth } from './journal-month.ts'

/** An idea that is not done, and the moment for which it is planned. */
export interface PlannedIdea {
  readonly id: EntryId
  readonly scheduledDate: Instant
}

/** The entries of a list that the calendar marks on one day. */
export interface MarkedDay {
  /** How many were written on it, in the order of `categories`. */
  readonly written: readonly number[]
  /** How many of these are private, in the same order. */
  readonly privates: readonly number[]
  /** How many photos these have, in the same order. */
  readonly photos: readonly number[]
  /** The open ideas that are planned for it, the earliest first. */
  readonly planned: readonly PlannedIdea[]
}

export const unmarked: MarkedDay = {
  written: categories.map(() => 0),
  privates: categories.map(() => 0),
  photos: categories.map(() => 0),
  planned: [],
}

export function writtenCount({ written }: MarkedDay): number {
  return sumOf(written)
}

/** How many of what was written are private. */
export function privateCount({ privates }: MarkedDay): number {
  return sumOf(privates)
}

/** How many photos what was written has. */
export function photoCount({ photos }: MarkedDay): number {
  return sumOf(photos)
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The categories of what was written, in the order of the tabs. */
export function writtenCategories({ written }: MarkedDay): readonly Category[] {
  return categories.filter((_, place) => (written[place] ?? 0) > 0)
}

export function isMarked(day: MarkedDay): boolean {
  return writtenCount(day) > 0 || day.planned.length > 0
}

/** The fields of an entry on which its marks depend. */
export type MarkingEntry = Pick<
  Entry,
  'id' | 'createdAt' | 'category' | 'isPrivate' | 'completed' | 'scheduledDate'
>

/** True where two states of an entry leave the same marks. */
export function leavesSameMarks(one: MarkingEntry, other: MarkingEntry): boolean {
  return (
    one.createdAt === other.createdAt &&
    one.category === other.category &&
    one.isPrivate === other.isPrivate &&
    plannedDateOf(one) === plannedDateOf(other)
  )
}

/** The date of an open idea; whether that is over decides the day on which it is asked (`markedOn`). */
export function plannedDateOf(
  entry: Pick<Entry, 'category' | 'completed' | 'scheduledDate'>,
): Instant | null {
  return entry.category === 'ideen' && !entry.completed ? entry.scheduledDate : null
}

/** A day while its marks are counted: of 100,000 entries, each would make another object of it. */
export interface DayCount {
  readonly written: number[]
  readonly privates: number[]
  readonly photos: number[]
  planned: PlannedIdea[]
}

export function countOf({ written, privates, photos, planned }: MarkedDay): DayCount {
  const counts = { written: [...written], privates: [...privates], photos: [...photos] }
  return { ...counts, planned: [...planned] }
}

/** Counts an entry that was written on this day with its photos, or with -1 takes them out. */
export function countWritten(
  count: DayCount,
  entry: MarkingEntry,
  photos: number,
  by: 1 | -1,
): void {
  const place = categories.indexOf(entry.category)
  count.written[place] = (count.written[place] ?? 0) + by
  if (entry.isPrivate) count.privates[place] = (count.privates[place] ?? 0) + by
  count.photos[place] = (count.photos[place] ?? 0) + by * photos
}

/** Counts an idea that is planned for this day, or with -1 takes it out. */
export function countPlanned(count: DayCount, idea: PlannedIdea, by: 1 | -1): void {
  if (by === 1) count.planned.push(idea)
  else count.planned = count.planned.filter(({ id }) => id !== idea.id)
  count.planned.sort(byDate)
}

/** The earliest first. */
export function byDate(one: PlannedIdea, other: PlannedIdea): number {
  return compare(one.scheduledDate, other.scheduledDate) || compare(one.id, other.id)
}

/** The marks of a list by month and day; only days that have some. */
export type MarkedMonths = ReadonlyMap<JournalMonth, ReadonlyMap<JournalDay, MarkedDay>>

/** The marks that a calendar shows: all of a list, or those that the tab of a category has. */
export interface Marks {
  readonly months: MarkedMonths
  /** `null` for all categories. */
  readonly tab: Category | null
}

/** The part of a day's marks that a tab has. */
export function dayOnTab(day: MarkedDay, tab: Category | null): MarkedDay {
  if (tab === null) return day
  const counts = (all: readonly number[]) =>
    all.map((count, place) => (categories[place] === tab ? count : 0))
  return {
    written: counts(day.written),
    privates: counts(day.privates),
    photos: counts(day.photos),
    // Only ideas are planned.
    planned: tab === 'ideen' ? day.planned : [],
  }
}

/**
 * The marks that a day shows. A plan for an earlier day than today is over; an entry that a server with a wrong clock
 * dated later stands under "Heute", as in the list.
 */
export function markedOn({ months, tab }: Marks, day: JournalDay, today: JournalDay): MarkedDay {
  const held = dayOnTab(months.get(monthOf(day))?.get(day) ?? unmarked, tab)
  if (day < today) return held.planned.length === 0 ? held : { ...held, planned: [] }
  if (day > today) return { ...unmarked, planned: held.planned }
  const later = daysAfter(months, today)
    .map((one) => dayOnTab(one, tab))
    .filter((one) => writtenCount(one) > 0)
  return later.reduce(
    (sum, one) => ({
      ...sum,
      written: bothCounts(sum.written, one.written),
      privates: bothCounts(sum.privates, one.privates),
      photos: bothCounts(sum.photos, one.photos),
    }),
    held,
  )
}

function bothCounts(one: readonly number[], other: readonly number[]): readonly number[] {
  return one.map((count, place) => count + (other[place] ?? 0))
}

function daysAfter(months: MarkedMonths, today: JournalDay): readonly MarkedDay[] {
  return [...months]
    .filter(([month]) => month >= monthOf(today))
    .flatMap(([, days]) => [...days])
    .filter(([day]) => day > today)
    .map(([, marked]) => marked)
}
