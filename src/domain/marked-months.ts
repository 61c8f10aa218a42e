import {
  byDate,
  dayOnTab,
  isMarked,
  markedOn,
  writtenCount,
  type MarkedDay,
  type MarkedMonths,
  type Marks,
  type PlannedIdea,
} from './calendar-day.ts'
import { dayOf, type JournalDay } from './journal-day.ts'
import { monthOf, type JournalMonth } from './journal-month.ts'
import { isOver } from './schedule.ts'

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

/**
 * The next planned ideas whose date is not over, the earliest first.
 *
 * @param now milliseconds since 1970
 * @param most how many
 */
export function nextPlanned(
  months: MarkedMonths,
  {
    now,
    timeZone,
    most,
  }: { readonly now: number; readonly timeZone: string; readonly most: number },
): readonly PlannedIdea[] {
  const today = dayOf(now, timeZone)
  const found: PlannedIdea[] = []
  for (const month of [...months.keys()].filter((one) => one >= monthOf(today)).sort()) {
    const planned = [...(months.get(month)?.values() ?? [])].flatMap((day) => day.planned)
    for (const idea of planned.sort(byDate)) {
      if (isOver(idea.scheduledDate, now, timeZone)) continue
      found.push(idea)
      if (found.length === most) return found
    }
  }
  return found
}
