import { memo, useState } from 'react'
import type { JournalDay } from '../../../domain/journal-day.ts'
import {
  formatMonth,
  formatMonthName,
  monthOf,
  partsOfMonth,
  type JournalMonth,
} from '../../../domain/journal-month.ts'
import { monthsWithMarks } from '../../../domain/marked-months.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Popover } from '../../ui/popover.tsx'
import { monthArrow } from '../../ui/month-grid.tsx'
import { calendarTexts } from './calendar-texts.ts'
import { useDays } from './calendar-day-button.tsx'
import { monthBeside, type ShownMonth } from './use-month.ts'

interface MonthHeadProps extends Omit<ShownMonth, 'tabStop'> {
  readonly today: JournalDay
  /** The day from which on all entries are in memory; undefined where all are. */
  readonly loadedFrom: JournalDay | undefined
}

/**
 * The month's name, which opens the menu of months, the way back to today, and the arrows. Another mark draws nothing of it:
 * the open menu alone reads them from the context.
 */
export const MonthHead = memo(function MonthHead(props: MonthHeadProps) {
  const { today, showDay } = props
  return (
    <div className="flex flex-wrap items-center">
      <MonthMenu {...props} />
      <output className="sr-only">{formatMonth(props.month)}</output>
      <div className="ms-auto flex items-center">
        <button
          type="button"
          onClick={() => showDay(today)}
          className="min-h-target rounded-full px-1.5 text-sm font-bold whitespace-nowrap text-accent-ink hover:bg-accent-soft"
        >
          {calendarTexts.today}
        </button>
        <Arrow {...props} way={-1} />
        <Arrow {...props} way={1} />
      </div>
    </div>
  )
})

function Arrow({ way, ...head }: MonthHeadProps & { readonly way: 1 | -1 }) {
  const next = monthBeside(head, way)
  return (
    <button
      type="button"
      aria-label={way === 1 ? calendarTexts.next : calendarTexts.previous}
      aria-disabled={next === undefined}
      data-tooltip=""
      onClick={() => next !== undefined && head.show(next)}
      className={classNames(
        monthArrow,
        'w-8! @min-[18.5rem]:w-9!',
        next === undefined && 'opacity-55',
      )}
    >
      <Icon name="chevron-down" className={way === 1 ? '-rotate-90' : 'rotate-90'} />
    </button>
  )
}

function MonthMenu({ month: shown, show, loadedFrom }: MonthHeadProps) {
  const [open, setOpen] = useState(false)
  const name = formatMonth(shown)
  const isLoading = loadedFrom !== undefined && shown < monthOf(loadedFrom)
  const choose = (month: JournalMonth) => {
    setOpen(false)
    show(month)
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      title={calendarTexts.months}
      hideTitle
      align="start"
      trigger={
        <button
          type="button"
          aria-label={calendarTexts.chooseMonth(name, isLoading)}
          className="flex min-h-target min-w-0 items-center gap-1 rounded-full px-2 font-serif text-sm font-semibold hover:bg-paper-deep @min-[18.5rem]:text-base"
        >
          <span className="grid min-w-0 text-start leading-tight">
            <span className="truncate">{name}</span>
            {isLoading && (
              <span className="font-sans text-xs font-normal text-ink-soft">
                {calendarTexts.loading}
              </span>
            )}
          </span>
          <Icon name="chevron-down" className="size-4 shrink-0 text-ink-soft" />
        </button>
      }
    >
      {open && <Years shown={shown} onChoose={choose} />}
      {loadedFrom !== undefined && (
        <p className="text-sm text-ink-soft">{calendarTexts.olderLoading}</p>
      )}
    </Popover>
  )
}

interface YearsProps {
  readonly shown: JournalMonth
  readonly onChoose: (month: JournalMonth) => void
}

/** The months that have something, by year, the latest year first. */
function Years({ shown, onChoose }: YearsProps) {
  const { marks, today } = useDays()
  const offered = monthsWithMarks(marks, today)
  const months = offered.length === 0 ? [monthOf(today)] : offered
  const years = [...new Set(months.map((month) => partsOfMonth(month).year))].toReversed()
  return years.map((year) => (
    <section key={year} aria-label={String(year)} className="pb-2">
      <h3 className="font-serif font-semibold">{year}</h3>
      <ul className="grid grid-cols-3 narrow:grid-cols-1 gap-1">
        {months
          .filter((month) => partsOfMonth(month).year === year)
          .map((month) => (
            <li key={month}>
              <button
                type="button"
                aria-label={formatMonth(month)}
                aria-current={month === shown ? 'true' : undefined}
                onClick={() => onChoose(month)}
                className={classNames(
                  'min-h-target w-full rounded-md px-1 text-sm whitespace-nowrap',
                  month === shown
                    ? 'bg-accent-soft font-bold text-accent-ink'
                    : 'hover:bg-paper-deep',
                )}
              >
                {formatMonthName(month)}
              </button>
            </li>
          ))}
      </ul>
    </section>
  ))
}
