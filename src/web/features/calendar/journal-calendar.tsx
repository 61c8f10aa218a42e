import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { DayPicker, type ClassNames } from 'react-day-picker'
import { markedOn, type Marks } from '../../../domain/calendar-day.ts'
import type { EntryId } from '../../../domain/ids.ts'
import { journalDay, partsOf, type JournalDay } from '../../../domain/journal-day.ts'
import { dayIn, monthOf, type JournalMonth } from '../../../domain/journal-month.ts'
import type { SpecialDaySetting } from '../../../domain/settings.ts'
import { specialDaysOn } from '../../../domain/special-day.ts'
import { dateOfDay, monthGrid } from '../../ui/month-grid.tsx'
import { CalendarDayButton, DaysProvider } from './calendar-day-button.tsx'
import type { ShownDay } from './day-name.ts'
import { MonthHead } from './month-head.tsx'
import { aimOf } from './pressed-day.ts'
import { useMonth, type ShownMonth } from './use-month.ts'

export interface JournalCalendarProps {
  readonly marks: Marks
  /** Today in the journal's time zone (D5). */
  readonly today: JournalDay
  /** The day whose month is shown first, and that the Tab key leads to. */
  readonly firstDay: JournalDay
  readonly specialDays: readonly SpecialDaySetting[]
  /** True while the marks are hits. */
  readonly isSearch: boolean
  /** The day from which on all entries are in memory; undefined where all are. */
  readonly loadedFrom: JournalDay | undefined
  /** A day with entries, or one that may still have some, was pressed. */
  readonly onDay: (day: JournalDay) => void
  /** A day with planned ideas alone was pressed. */
  readonly onIdea: (id: EntryId) => void
  /** True until the calendar has taken the focus that it was given. */
  readonly wantsFocus: boolean
  readonly onFocused: () => void
}

/** A month with marks on the days of the list (docs/behaviour/calendar.md). */
export function JournalCalendar(props: JournalCalendarProps) {
  const { marks, today, isSearch, loadedFrom, wantsFocus, onFocused } = props
  const frame = useRef<HTMLDivElement>(null)
  const isLoading = loadedFrom !== undefined
  const shown = useMonth(marks, props.firstDay, { today, isLoading })
  const { month, first, last, tabStop, show, showDay } = shown
  const days = useShownDays(props)
  const press = usePress(props, days)
  useEffect(() => {
    if (!wantsFocus) return
    frame.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
    onFocused()
  }, [wantsFocus, onFocused])
  const context = { marks, days, today, tabStop, isSearch, press }
  return (
    <div ref={frame} className="@container grid grid-cols-[minmax(0,1fr)] gap-1">
      <DaysProvider value={context}>
        <MonthHead {...{ month, first, last, show, showDay, today, loadedFrom }} />
        <Month {...{ month, first, last, show, showDay, today }} />
      </DaysProvider>
    </div>
  )
}

interface MonthProps extends Omit<ShownMonth, 'tabStop'> {
  readonly today: JournalDay
}

/** The picker takes several milliseconds for a month; another mark draws its buttons alone, which read the context. */
const Month = memo(function Month({ today, month, first, last, show, showDay }: MonthProps) {
  return (
    <DayPicker
      {...monthGrid}
      hideNavigation
      today={dateOfDay(partsOf(today))}
      month={startOf(month)}
      onMonthChange={(date) => show(monthOfDate(date))}
      startMonth={first && startOf(first)}
      endMonth={startOf(last)}
      onDayClick={pressIsOfContext}
      onDayFocus={(date) => showDay(dayOfDate(date))}
      classNames={looks}
      components={components}
    />
  )
})

/** Without this the picker draws no buttons. */
const pressIsOfContext = () => undefined

const components = { DayButton: CalendarDayButton, MonthCaption: () => <></> }

type Days = (day: JournalDay) => ShownDay

function useShownDays(props: JournalCalendarProps): Days {
  const { marks, today, specialDays, loadedFrom } = props
  return useMemo(
    () => (day) => ({
      day,
      marked: markedOn(marks, day, today),
      special: specialDaysOn(day, specialDays).map(({ kind }) => kind),
      isLoading: loadedFrom !== undefined && day < loadedFrom,
    }),
    [marks, today, specialDays, loadedFrom],
  )
}

function usePress({ onDay, onIdea }: JournalCalendarProps, days: Days) {
  const [last, setLast] = useState<EntryId>()
  const press = (day: JournalDay) => {
    const aim = aimOf(days(day), last)
    if (aim === 'day') onDay(day)
    else if (aim !== undefined) {
      setLast(aim)
      onIdea(aim)
    }
  }
  const latest = useRef(press)
  useLayoutEffect(() => {
    latest.current = press
  })
  // A day that shows the same is not drawn again, and keeps the function that it was drawn with.
  return useCallback((day: JournalDay) => latest.current(day), [])
}

function startOf(month: JournalMonth): Date {
  return dateOfDay(partsOf(dayIn(month, 1)))
}

function dayOfDate(date: Date): JournalDay {
  return dayIn(monthOfDate(date), date.getDate())
}

function monthOfDate(date: Date): JournalMonth {
  const day = journalDay(date.getFullYear(), date.getMonth() + 1, 1)
  if (day === undefined) throw new RangeError('the calendar shows the years 1 to 9999')
  return monthOf(day)
}

const looks: Partial<ClassNames> = {
  month_grid: 'w-full table-fixed border-collapse',
  weekday: 'h-7 text-[min(0.8125rem,4.5vw)] font-bold text-ink-soft',
  day: 'p-0 text-center',
}
