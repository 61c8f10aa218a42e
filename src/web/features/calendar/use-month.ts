import { useCallback, useState } from 'react'
import type { Marks } from '../../../domain/calendar-day.ts'
import { partsOf, type JournalDay } from '../../../domain/journal-day.ts'
import { addMonths, dayIn, monthOf, type JournalMonth } from '../../../domain/journal-month.ts'
import { monthRange, type MonthRange } from '../../../domain/marked-months.ts'

export type ShownMonth = ReturnType<typeof useMonth>

/** The month on the screen: that of `firstDay` to begin with. The day of the Tab key keeps its number in another month. */
export function useMonth(
  marks: Marks,
  firstDay: JournalDay,
  { today, isLoading }: { readonly today: JournalDay; readonly isLoading: boolean },
) {
  const [wanted, setWanted] = useState(() => monthOf(firstDay))
  const [dayOfMonth, setDayOfMonth] = useState(() => partsOf(firstDay).dayOfMonth)
  const range = monthRange(marks, today)
  const month = within(wanted, range, isLoading)
  const showDay = useCallback((day: JournalDay) => {
    setWanted(monthOf(day))
    setDayOfMonth(partsOf(day).dayOfMonth)
  }, [])
  return {
    month,
    /** The first month that can be shown; undefined while older ones may still come. */
    first: isLoading ? undefined : range.first,
    last: range.last,
    /** The one day that the Tab key leads to. */
    tabStop: dayIn(month, dayOfMonth),
    show: setWanted,
    /** Shows a day's month, and leads the Tab key to it. */
    showDay,
  }
}

/** The range may have become smaller, by a filter for one. */
function within(month: JournalMonth, range: MonthRange, isLoading: boolean): JournalMonth {
  if (month > range.last) return range.last
  return month < range.first && !isLoading ? range.first : month
}

/** The month beside another one, if it can be shown. */
export function monthBeside(
  { month, first, last }: Pick<ShownMonth, 'month' | 'first' | 'last'>,
  way: 1 | -1,
): JournalMonth | undefined {
  const next = addMonths(month, way)
  if (next === month || next > last) return undefined
  return first !== undefined && next < first ? undefined : next
}
