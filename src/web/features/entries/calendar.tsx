import { useEffect, useRef } from 'react'
import { DayPicker, type ClassNames } from 'react-day-picker'
import { journalDay, partsOf, type JournalDay } from '../../../domain/journal-day.ts'
import { dateOfDay, monthArrow, monthGrid } from '../../ui/month-grid.tsx'

export interface CalendarProps {
  readonly selected: JournalDay | undefined
  /** Today in the journal's time zone (D5). */
  readonly today: JournalDay
  readonly onSelect: (day: JournalDay) => void
}

/** The month in which the form chooses the day of an idea. */
export function Calendar({ selected, today, onSelect }: CalendarProps) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focus in the month has scrolled a low screen to it: one begins with the month's name.
    const popup = frame.current?.closest('[role="dialog"]')
    if (popup instanceof Element) popup.scrollTop = 0
  }, [])
  return (
    <div ref={frame}>
      <DayPicker
        {...monthGrid}
        mode="single"
        required
        // The popover holds nothing else: the keyboard starts in the month.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        showOutsideDays
        today={dateOfDay(partsOf(today))}
        defaultMonth={dateOfDay(partsOf(selected ?? today))}
        selected={selected === undefined ? undefined : dateOfDay(partsOf(selected))}
        onSelect={(date) => {
          const day = journalDay(date.getFullYear(), date.getMonth() + 1, date.getDate())
          if (day !== undefined) onSelect(day)
        }}
        classNames={looks}
      />
    </div>
  )
}

/**
 * Seven of them fit into a popover on the narrowest screen, and six weeks on a phone that lies on its side; the numbers
 * grow no further than that.
 */
const cell =
  'size-[min(2.5rem,calc((100vw-1.5rem-var(--spacing)*8-2px)/7),max(1.75rem,calc((100dvh-1.5rem-var(--spacing)*9-2px-2.75rem)/7)))] leading-none'

const looks: Partial<ClassNames> = {
  root: 'w-fit',
  months: 'relative',
  month_caption:
    'flex min-h-11 items-center justify-center font-serif text-[min(1.0625rem,5vw)] font-semibold capitalize',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: monthArrow,
  button_next: monthArrow,
  month_grid: 'mt-1 border-collapse',
  weekday: `${cell} text-[min(0.8125rem,4.5vw)] font-bold text-ink-soft`,
  day: 'p-0 text-center',
  day_button: `${cell} cursor-pointer rounded-full text-[min(1.0625rem,5.5vw)] font-semibold transition hover:bg-accent-soft hover:text-accent-ink`,
  today: '*:ring-2 *:ring-accent *:ring-inset forced-colors:*:border-2',
  outside: 'text-ink-soft *:font-normal',
  selected: '*:bg-accent *:text-on-accent *:hover:bg-accent-hover *:hover:text-on-accent',
}
