import {
  dayOnTab,
  isMarked,
  markedOn,
  writtenCount,
  type MarkedDay,
  type Marks,
} from './calendar-day.ts'
import type { JournalDay } from './journal-day.ts'
import { monthOf, type JournalMonth } from './journal-month.ts'

/** The first and the last month that the calendar leads to, both included. */
export interface MonthRange {
  readonly first: JournalMonth
  readonly last: JournalMonth
}

/** From the first entry to the last planned idea or today. */
export function monthRange({ months, tab }: Marks, today: JournalDay): MonthRange {
  const now = monthOf(today)
  const known = [...months.keys()].sort()
  const holds = (month: JournalMonth, isWanted: (day: JournalDay, marked: MarkedDay) => boolean) =>
    [...(months.get(month) ?? [])].some(([day, marked]) => isWanted(day, dayOnTab(marked, tab)))
  const first = known.find((month) => holds(month, (_, marked) => writtenCount(marked) > 0)) ?? now
  const last =
    known.findLast(
      (month) =>
        month > now && holds(month, (day, { planned }) => day > today && planned.length > 0),
    ) ?? now
  return { first: first < now ? first : now, last }
}

/** The months that show something, the earliest first. */
export function monthsWithMarks(marks: Marks, today: JournalDay): readonly JournalMonth[] {
  const shows = (day: JournalDay) => isMarked(markedOn(marks, day, today))
  return [...marks.months]
    .filter(
      ([month, days]) => (month === monthOf(today) && shows(today)) || [...days.keys()].some(shows),
    )
    .map(([month]) => month)
    .sort()
}
