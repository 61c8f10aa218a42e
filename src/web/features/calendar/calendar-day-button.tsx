import { memo, useEffect, useRef } from 'react'
import type { DayButtonProps } from 'react-day-picker'
import {
  isMarked,
  writtenCategories,
  writtenCount,
  type Marks,
} from '../../../domain/calendar-day.ts'
import { partsOf, type JournalDay } from '../../../domain/journal-day.ts'
import { categoryLooks } from '../../ui/category-look.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { requiredContext } from '../../ui/required-context.ts'
import { dayName, type ShownDay } from './day-name.ts'

interface Days {
  readonly marks: Marks
  readonly days: (day: JournalDay) => ShownDay
  readonly today: JournalDay
  readonly tabStop: JournalDay
  readonly isSearch: boolean
  readonly press: (day: JournalDay) => void
}

/** Gives the calendar's days to its buttons, which the picker draws, and to the menu of months. */
export const [DaysProvider, useDays] = requiredContext<Days>('a day needs a DaysProvider above it')

/** One day: its number, and its marks below. One with nothing can be reached and says so. */
export function CalendarDayButton(picked: DayButtonProps) {
  const { days, today, tabStop, isSearch, press } = useDays()
  // The picker writes days as the journal does.
  const day = picked.day.isoDate as JournalDay
  const shown = days(day)
  const name = dayName(shown, isSearch)
  const is = { today: day === today, tabStop: day === tabStop }
  return <DayButton {...{ picked, shown, name, press }} isToday={is.today} isTabStop={is.tabStop} />
}

interface DayButtonLook {
  readonly picked: DayButtonProps
  readonly shown: ShownDay
  readonly name: string
  readonly isToday: boolean
  readonly isTabStop: boolean
  readonly press: (day: JournalDay) => void
}

/** The name says all that a day shows: with the same one it is not drawn again. */
const DayButton = memo(
  DrawnDay,
  (one, other) =>
    one.name === other.name &&
    one.isToday === other.isToday &&
    one.isTabStop === other.isTabStop &&
    one.picked === other.picked,
)

function DrawnDay({ picked, shown, name, isToday, isTabStop, press }: DayButtonLook) {
  const { day: _, modifiers, ...button } = picked
  const ref = useRef<HTMLButtonElement>(null)
  const isFocused = modifiers['focused'] === true
  useEffect(() => {
    if (isFocused) ref.current?.focus()
  }, [isFocused])
  const leadsSomewhere = isMarked(shown.marked) || shown.isLoading
  return (
    <button
      {...button}
      ref={ref}
      onClick={(event) => {
        button.onClick?.(event)
        press(shown.day)
      }}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={name}
      aria-current={isToday ? 'date' : undefined}
      aria-disabled={!leadsSomewhere}
      className={classNames(
        'relative grid h-[clamp(1.75rem,calc((100dvh-15rem)/6),2.75rem)] w-full place-items-center rounded-md pb-2 text-sm/none columns:h-9',
        isToday && 'font-bold underline underline-offset-2',
        leadsSomewhere ? 'cursor-pointer hover:bg-accent-soft' : 'cursor-default',
        shown.isLoading && 'opacity-70',
        !leadsSomewhere && !isToday && 'text-ink-soft',
      )}
    >
      {partsOf(shown.day).dayOfMonth}
      <Marks shown={shown} />
    </button>
  )
}

const dot = 'size-1 rounded-full forced-colors:bg-[CanvasText]'

/** The day's name says the same for the ear: its categories, planned ideas and special days. */
function Marks({ shown: { marked, special } }: { readonly shown: ShownDay }) {
  const categories = writtenCount(marked) > 0 ? writtenCategories(marked) : []
  return (
    <span
      aria-hidden="true"
      className="absolute inset-x-0 bottom-1 flex h-2 items-center justify-center gap-0.5"
    >
      {categories.map((category, place) => (
        // By place: on another tab the dot of another category takes it.
        <span key={place} className={classNames(dot, categoryLooks[category].full)} />
      ))}
      {marked.planned.length > 0 && (
        <span
          className={classNames(
            'size-1.5 rounded-full border border-current',
            categoryLooks.ideen.text,
          )}
        />
      )}
      {special.length > 0 && <Icon name="heart-filled" className="size-2 text-accent-ink" />}
    </span>
  )
}
